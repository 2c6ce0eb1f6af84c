import { BATCH_KEYS, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { Spellings } from './spelling.ts';

/** Looks up the longest words, which are the rarest; the others are compared afterwards. */
const MAX_SELECTIVE_WORDS = 3;
/** Items of a single word's list; they cost one read unit. */
const LIST_LENGTH = 50;
/** For each list, if several are compared. */
const COMPARED_LIST_LENGTH = 250;

export const selectiveWords = (words: readonly Spellings[]): Spellings[] =>
  words.toSorted(([a], [b]) => b.length - a.length).slice(0, MAX_SELECTIVE_WORDS);

/** All tiers of channels (`channel-keys.ts`), most important first. */
export const TIERS = [1, 0].flatMap((live) => [3, 2, 1, 0].map((magnitude) => `${live}${magnitude}`));

/** The partition of a channel's word: by tier and first character. */
export const channelWordPartition = (tier: string, word: string): string => `WORD#${tier}#${[...word][0]}`;

export const videoWordPartition = (word: string): string => `VIDEO_WORD#${[...word][0]}`;

/** Apart from the other words, so that frequent spoken ones leave room for titles. */
export const transcriptWordPartition = (word: string): string => `TRANSCRIPT_WORD#${[...word][0]}`;

export interface WordLookup {
  readonly partitionOf: (word: string) => string;
  /** The highest ids first. @default false */
  readonly isBackward?: boolean;
}

/** For each word, the ids of items `<word>#<id>` in its partition that begin with one of its spellings. */
export function readWordLists(
  table: Table,
  words: readonly Spellings[],
  { partitionOf, isBackward = false }: WordLookup,
): Promise<WordList[]> {
  const Limit = words.length === 1 ? LIST_LENGTH : COMPARED_LIST_LENGTH;
  const read = async (word: string): Promise<WordList> => {
    const { items, lastKey } = await queryPage<WordItem>(table, {
      KeyConditionExpression: 'pk = :words AND begins_with(sk, :word)',
      ExpressionAttributeValues: { ':words': partitionOf(word), ':word': word },
      ProjectionExpression: 'sk, at_s',
      ScanIndexForward: !isBackward,
      Limit,
    });
    const ids = new Set(items.map(idOf));
    const times = new Map(items.map((item) => [idOf(item), item.at_s ?? 0]));
    return { ids, times, isComplete: !lastKey };
  };
  return Promise.all(words.map(async (spellings) => joined(await Promise.all(spellings.map(read)))));
}

/** Ids that may have all these words: the newest of each list, at most a batch. */
export async function findNewest(
  table: Table,
  words: readonly Spellings[],
  partitionOf: WordLookup['partitionOf'],
): Promise<string[]> {
  const lists = await readWordLists(table, selectiveWords(words), { partitionOf, isBackward: true });
  return candidatesOf(lists).slice(0, BATCH_KEYS);
}

interface WordItem {
  readonly sk: string;
  readonly at_s?: number;
}

const idOf = ({ sk }: WordItem): string => sk.split('#')[1] ?? '';

const joined = (lists: readonly WordList[]): WordList => ({
  ids: new Set(lists.flatMap(({ ids }) => [...ids])),
  times: new Map(lists.flatMap(({ times = [] }) => [...times])),
  isComplete: lists.every(({ isComplete }) => isComplete),
});

/** The ids that have one word; incomplete if there are more than were read. */
export interface WordList {
  readonly ids: ReadonlySet<string>;
  /** Of words of captions: when they are first said, in seconds. */
  readonly times?: ReadonlyMap<string, number>;
  readonly isComplete: boolean;
}

/**
 * The ids that may have all words, most promising first. A complete list rules out every id that it lacks. Without a
 * complete list no id can be ruled out, and ids in several lists come first.
 */
export function candidatesOf(lists: readonly WordList[]): string[] {
  const complete = lists.filter(({ isComplete }) => isComplete);
  const relevant = complete.length > 0 ? complete : lists;
  const hits = new Map<string, number>();
  for (const { ids } of relevant) for (const id of ids) hits.set(id, (hits.get(id) ?? 0) + 1);
  const found = [...hits].filter(([, count]) => complete.length === 0 || count === complete.length);
  return found.toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
