import { CATEGORIES } from '#shared/plain/category-list.ts';
import {
  alternativesOf,
  exactSpellings,
  MIN_QUERY_LENGTH,
  type Spellings,
} from '#functions/word-index/spelling.ts';
import { queryWords, wordsOf } from '#functions/word-index/words.ts';

/** With fewer results than this, what is one letter off is shown after them. */
const FEW_RESULTS = 6;

/** Words that lead to something, those that are one letter away from one of these among them. */
export type WordsLike = (words: readonly string[]) => Promise<string[]>;

type Lists = Readonly<Record<string, readonly { readonly id: string }[]>>;

/**
 * Returns what `find` finds with the words of `query`; if that is little, followed by what it finds with words one
 * letter off. `nothing` is the result of a query without words.
 */
export async function findWithCorrections<L extends Lists>(
  query: string,
  nothing: L,
  wordsLike: WordsLike,
  find: (words: readonly Spellings[]) => Promise<L>,
): Promise<L> {
  const words = queryWords(query);
  if (words.length === 0) return nothing;
  const exact = await find(exactSpellings(words));
  if (Object.values(exact).flat().length >= FEW_RESULTS) return exact;
  const spellings = await spellingsOf(words, wordsLike);
  return spellings ? joined(exact, await find(spellings)) : exact;
}

/** Returns the words with alternative spellings; `null` if there are none. */
async function spellingsOf(words: readonly string[], wordsLike: WordsLike): Promise<Spellings[] | null> {
  const queried = words.filter((word) => [...word].length >= MIN_QUERY_LENGTH);
  if (queried.length === 0) return null;
  const known = [...CATEGORY_WORDS, ...(await wordsLike(queried))];
  const spellings = words.map((word): Spellings => [word, ...alternativesOf(word, known)]);
  return spellings.some(([, ...alternatives]) => alternatives.length > 0) ? spellings : null;
}

const CATEGORY_WORDS = CATEGORIES.flatMap(({ name }) => wordsOf(name));

/** Each list of the first, followed by what only the second has. */
function joined<L extends Lists>(first: L, second: L): L {
  const lists = Object.entries(first).map(([name, list]) => {
    const ids = new Set(list.map(({ id }) => id));
    return [name, [...list, ...(second[name] ?? []).filter(({ id }) => !ids.has(id))]];
  });
  return Object.fromEntries(lists) as L;
}
