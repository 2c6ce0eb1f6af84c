/**
 * Finds words at one edit's distance: a letter inserted, deleted, replaced, or swapped with its neighbour. Two such words
 * have a form in common when each may lose one letter (the idea of SymSpell), so few exact keys find a word in any
 * script. Pure.
 */

/** Shorter words of a query are not corrected, because too many others are one letter away. */
export const MIN_QUERY_LENGTH = 5;
/** Shorter words correct no other. */
const MIN_KNOWN_LENGTH = MIN_QUERY_LENGTH - 1;
/** Other spellings of one word that a search tries. */
const MAX_ALTERNATIVES = 3;

/** One word of a query as typed, then its alternatives. */
export type Spellings = readonly [typed: string, ...alternatives: string[]];

export const exactSpellings = (words: readonly string[]): Spellings[] => words.map((word) => [word]);

/** The words that may correct another. */
export const correctable = (words: readonly string[]): string[] =>
  words.filter((word) => [...word].length >= MIN_KNOWN_LENGTH);

/** The word itself, and the word without each of its letters. */
export function formsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

function isOneSlipAway(a: string, b: string): boolean {
  if (a === b) return false;
  const [long, short] = [[...a], [...b]].toSorted((x, y) => y.length - x.length) as [string[], string[]];
  const start = long.findIndex((letter, at) => letter !== short[at]);
  const isSame = (from: number, to: number): boolean =>
    long.slice(from).join('') === short.slice(to).join('');
  if (long.length === short.length + 1) return isSame(start + 1, start);
  if (long.length !== short.length) return false;
  const isSwapped = long[start] === short[start + 1] && long[start + 1] === short[start];
  return isSame(start + 1, start + 1) || (isSwapped && isSame(start + 2, start + 2));
}

/**
 * Known words that may correct a queried one, without those that begin with it, which it finds anyway. Those with the
 * same first letter come first, because people rarely mistype it.
 */
export function alternativesOf(queried: string, known: Iterable<string>): string[] {
  if ([...queried].length < MIN_QUERY_LENGTH) return [];
  const firstLetter = [...queried][0] ?? '';
  const rank = (word: string): string => `${word.startsWith(firstLetter) ? 0 : 1}${word}`;
  return [...new Set(known)]
    .filter((word) => isOneSlipAway(queried, word) && !word.startsWith(queried))
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, MAX_ALTERNATIVES);
}
