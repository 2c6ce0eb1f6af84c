/**
 * Which words are one slip of the finger away from each other: a letter too many, a letter too few, another letter, or
 * two neighbours the wrong way round. Two such words have a form in common when each may lose one letter (the idea of
 * SymSpell), so a word is found by few exact keys, in any script. Pure.
 */

/** Shorter words of a query are taken as they are: too many others are one letter away. */
export const MIN_QUERY_LENGTH = 5;
/** Shorter words are nobody's correction. */
export const MIN_KNOWN_LENGTH = MIN_QUERY_LENGTH - 1;
/** Other spellings of one word that a search tries. */
export const MAX_ALTERNATIVES = 3;

/** One word of a query: as it was asked, then what else may have been meant. */
export type Spellings = readonly [asked: string, ...alternatives: string[]];

export const asTyped = (words: readonly string[]): Spellings[] => words.map((word) => [word]);

/** The words among these that may correct another. */
export const correctable = (words: readonly string[]): string[] =>
  words.filter((word) => [...word].length >= MIN_KNOWN_LENGTH);

/** The word itself, and what is left of it without each of its letters: at most one more than it has letters. */
export function formsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** True for two different words that one slip turns into each other. */
export function isOneSlipAway(a: string, b: string): boolean {
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
 * What somebody may have meant by `asked`, among words that are known; those that begin with it are found without.
 * People seldom miss the first letter, so the words with the same one come first.
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
