import type { Table } from '../aws/table/table.ts';
import { BATCH_KEYS, queryPage } from '../aws/table/read-items.ts';
import { candidatesOf, type WordList } from './candidates.ts';
import type { Spellings } from './spelling.ts';

/** Words of a query that are looked up, the longest: few have them. The others are compared afterwards. */
const MAX_SELECTIVE_WORDS = 3;
/** What is read of one list for a single word: no more than one unit buys. */
const LIST_LENGTH = 50;
/** Lists that are to be compared with each other go deeper. */
const COMPARED_LIST_LENGTH = 250;

/** The words of a query to look up. */
export const selectiveWords = (words: readonly Spellings[]): Spellings[] =>
  words.toSorted(([a], [b]) => b.length - a.length).slice(0, MAX_SELECTIVE_WORDS);

/** All tiers of channels (`channel.keys.ts`), the ones to be shown first in front. */
export const TIERS = [1, 0].flatMap((live) => [3, 2, 1, 0].map((magnitude) => `${live}${magnitude}`));

/** The partition of the words of a tier's channels that start like this one. */
export const channelWordPartition = (tier: string, word: string): string => `WORD#${tier}#${[...word][0]}`;

/** The partition of the words of videos that start like this one. */
export const videoWordPartition = (word: string): string => `VIDEO_WORD#${[...word][0]}`;

export interface WordLookup {
  readonly partitionOf: (word: string) => string;
  /** Of equal words the highest ids first. @default false */
  readonly isBackward?: boolean;
}

/**
 * Whom these words lead to: for each the items `<word>#<id>` of its partition that begin with it, in any of its
 * spellings.
 */
export function readWordLists(
  table: Table,
  words: readonly Spellings[],
  { partitionOf, isBackward = false }: WordLookup,
): Promise<WordList[]> {
  const Limit = words.length === 1 ? LIST_LENGTH : COMPARED_LIST_LENGTH;
  const read = async (word: string): Promise<WordList> => {
    const { items, lastKey } = await queryPage<{ sk: string }>(table, {
      KeyConditionExpression: 'pk = :words AND begins_with(sk, :word)',
      ExpressionAttributeValues: { ':words': partitionOf(word), ':word': word },
      ProjectionExpression: 'sk',
      ScanIndexForward: !isBackward,
      Limit,
    });
    const ids = new Set(items.map(({ sk }) => sk.split('#')[1] ?? ''));
    return { ids, isComplete: !lastKey };
  };
  return Promise.all(words.map(async (spellings) => joined(await Promise.all(spellings.map(read)))));
}

/** The ids of things that may have all these words: the newest of each list, at most a batch of them. */
export async function findNewest(
  table: Table,
  words: readonly Spellings[],
  partitionOf: WordLookup['partitionOf'],
): Promise<string[]> {
  const lists = await readWordLists(table, selectiveWords(words), { partitionOf, isBackward: true });
  return candidatesOf(lists).slice(0, BATCH_KEYS);
}

const joined = (lists: readonly WordList[]): WordList => ({
  ids: new Set(lists.flatMap(({ ids }) => [...ids])),
  isComplete: lists.every(({ isComplete }) => isComplete),
});
