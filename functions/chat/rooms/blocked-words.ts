/**
 * Whether a text has a word that is held back, however it is written: in either case, with accents, in letters that look
 * alike (UTS #39), with figures for letters, stretched, or apart. Whole words: who holds back "ass" may say "glass". Pure;
 * loaded only where words are held back, since it brings what Unicode knows of looks.
 */
import { skeletonOf } from '../../base/look-alikes.ts';

/** What stands for a letter among letters. */
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

/** True when the text has one of the words. */
export function containsBlockedWord(text: string, words: readonly string[]): boolean {
  const texts = formsOf(text).map(joined);
  return words.some((word) =>
    formsOf(word).some((form) => {
      const { letters } = joined(form);
      return letters !== '' && texts.some((asked) => isIn(asked, letters));
    }),
  );
}

/** The text as it looks, with what stands for letters and without; stretched letters once and twice. */
function formsOf(text: string): string[] {
  const look = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  const forms = [look, look.replaceAll(SIGN_AMONG_LETTERS, (sign) => STANDS_FOR[sign] ?? sign)];
  const stretched = forms.flatMap((form) => [
    form.replaceAll(STRETCHED, '$1'),
    form.replaceAll(STRETCHED, '$1$1'),
  ]);
  return [...new Set(stretched)];
}

interface Joined {
  /** All letters without what parts them. */
  readonly letters: string;
  /** Where words begin and end in it. */
  readonly edges: ReadonlySet<number>;
}

function joined(form: string): Joined {
  const edges = new Set([0]);
  let letters = '';
  for (const word of form.split(SEPARATOR)) {
    letters += plainLook(word);
    edges.add(letters.length);
  }
  return { letters, edges };
}

/** A number is a number, until a letter stands beside it. */
function plainLook(word: string): string {
  if (!/\p{L}/u.test(word)) return word;
  const letters = Array.from(word, (letter) => STANDS_FOR[letter] ?? letter).join('');
  const look = skeletonOf(letters).replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(look, (letter) => STANDS_FOR[letter] ?? letter).join('');
}

/** From the edge of a word to the edge of a word: "b a d" is "bad", and so is "ba d". */
function isIn({ letters, edges }: Joined, word: string): boolean {
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
    if (edges.has(at) && edges.has(at + word.length)) return true;
  }
  return false;
}
