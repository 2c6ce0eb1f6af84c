/** The colours of names in the chat: every name has its own, readable (AA) in both colour schemes. */

/** Lightness and chroma (OKLCH) at which every hue has 4.5:1 on canvas, surface and raised. */
export const NAME_LIGHT = { lightness: 0.45, chroma: 0.12 } as const;
export const NAME_DARK = { lightness: 0.8, chroma: 0.11 } as const;

/** The CSS colour of a name; a browser that does not know `light-dark` shows the text's own. */
export function nameColour(name: string): string {
  const hue = nameHue(name);
  return `light-dark(${oklch(NAME_LIGHT, hue)}, ${oklch(NAME_DARK, hue)})`;
}

const oklch = ({ lightness, chroma }: typeof NAME_LIGHT | typeof NAME_DARK, hue: number): string =>
  `oklch(${lightness} ${chroma} ${hue})`;

/** A hue of the whole circle in degrees, without regard to case: FNV-1a, mixed so that like names differ (fmix32). */
function nameHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % 360;
}
