/**
 * Finds blocked words despite case, accents, look-alike letters (UTS #39), digits for letters, repeated letters and
 * separators. Matches whole words: "ass" does not block "glass". Loaded lazily because of the Unicode tables.
 */
import { skeletonOf } from '#functions/base/text/look-alikes.ts';

const STANDS_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '1': 'l',
  '!': 'l',
  '|': 'l',
  i: 'l',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
const SIGN_AMONG_LETTERS = /(?<=\p{L}[@€!|$]*)[@€!|$](?=[@€!|$]*\p{L})/gu;
const SEPARATOR = /[^\p{L}\p{N}]+/u;
const STRETCHED = /(.)\1{2,}/gu;

export function containsBlockedWord(text: string, words: readonly string[]): boolean {
  const texts = formsOf(text).map(joined);
  return words.some((word) =>
    formsOf(word).some((form) => {
      const { letters } = joined(form);
      return letters !== '' && texts.some((candidate) => isIn(candidate, letters));
    }),
  );
}

/** Variants with and without substituted letters, and with repeated letters once and twice. */
function formsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  const forms = [plain, plain.replaceAll(SIGN_AMONG_LETTERS, (sign) => STANDS_FOR[sign] ?? sign)];
  const stretched = forms.flatMap((form) => [
    form.replaceAll(STRETCHED, '$1'),
    form.replaceAll(STRETCHED, '$1$1'),
  ]);
  return [...new Set(stretched)];
}

interface Joined {
  readonly letters: string;
  /** Offsets in `letters` where words begin and end. */
  readonly edges: ReadonlySet<number>;
}

function joined(form: string): Joined {
  const edges = new Set([0]);
  let letters = '';
  for (const word of form.split(SEPARATOR)) {
    letters += plainLetters(word);
    edges.add(letters.length);
  }
  return { letters, edges };
}

function plainLetters(word: string): string {
  if (!/\p{L}/u.test(word)) return word;
  const letters = Array.from(word, (letter) => STANDS_FOR[letter] ?? letter).join('');
  const skeleton = skeletonOf(letters).replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(skeleton, (letter) => STANDS_FOR[letter] ?? letter).join('');
}

/** Matches from word edge to word edge: "b a d" and "ba d" are "bad". */
function isIn({ letters, edges }: Joined, word: string): boolean {
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
    if (edges.has(at) && edges.has(at + word.length)) return true;
  }
  return false;
}
