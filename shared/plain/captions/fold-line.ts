/** The characters of a timing line as WebVTT has them, in place of those that programs and keyboards write. Pure. */

const CHARACTERS: Readonly<Record<string, string>> = {
  ...of(':', '∶꞉︰﹕'),
  ...of(',', '،٬、﹐'),
  ...of('.', '٫。﹒'),
  ...of(';', '؛\u{37E}﹔'),
  ...of('-', '‐‑‒–—―−─━ー﹣'),
  ...of('>', '›»≻﹥'),
  ...of('->', '→⇒⟶⟹➔➙➛➜➝➞➡►▶'),
};

function of(plain: string, others: string): Record<string, string> {
  return Object.fromEntries(Array.from(others, (other) => [other, plain]));
}

/** Keeps the number of visible characters of all but arrows and entities. */
export const foldLine = (line: string): string =>
  line
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(/[！-～]/g, (wide) => String.fromCodePoint(wide.codePointAt(0)! - 0xfee0))
    .replaceAll(/\P{ASCII}/gu, (other) => CHARACTERS[other] ?? plainDigit(other))
    .replaceAll(/&(?:amp;)*(?:gt|#62|#x3e);|\\>/gi, '>')
    .replaceAll(/&(?:amp;)*(?:nbsp|#160|#xa0|lrm|rlm);/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Digits of a script follow each other from its zero (Unicode §4.6). */
function plainDigit(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character;
  const plain = character.normalize('NFKC');
  if (plain !== character) return plain;
  const code = character.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
