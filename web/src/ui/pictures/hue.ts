const FIRST_HUE = 165;
const HUES = 155;

/** A stable cool hue in degrees, teal to magenta, by a case-insensitive djb2 hash. */
export function hueOf(name: string): number {
  let hash = 5381;
  for (const character of name.toLowerCase()) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return FIRST_HUE + (hash % HUES);
}

/**
 * A diagonal CSS gradient by name. `from` and `to` are OKLCH lightness and chroma, such as '0.4 0.06'; `turn` is the
 * hue difference in degrees.
 */
export const gradientOf = (name: string, from: string, to: string, turn = 40): string =>
  `linear-gradient(145deg, oklch(${from} ${hueOf(name)}), oklch(${to} ${hueOf(name) + turn}))`;
