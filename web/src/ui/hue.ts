const FIRST_HUE = 165;
const HUES = 155;

/** The colour that a name always gets: a cool hue in degrees, from teal to magenta, by the djb2 hash without regard to case. */
export function hueOf(name: string): number {
  let hash = 5381;
  for (const character of name.toLowerCase()) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) >>> 0;
  return FIRST_HUE + (hash % HUES);
}

/**
 * A diagonal CSS gradient in the colour of a name. `from` and `to` are lightness and chroma of its ends in OKLCH, such as
 * '0.4 0.06'; `turn` degrees of hue lie between them.
 */
export const gradientOf = (name: string, from: string, to: string, turn = 40): string =>
  `linear-gradient(145deg, oklch(${from} ${hueOf(name)}), oklch(${to} ${hueOf(name) + turn}))`;
