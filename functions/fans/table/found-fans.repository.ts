/**
 * Finds fans by words and ranges, at a cost that does not grow with their number. Each word and each measure of a fan has an
 * entry with all its words and measures, so a search reads one list and filters its entries.
 *
 * To choose the list, a search reads the beginning of each. A list that ends there has all matches. Otherwise the list
 * with the most matches at its beginning is the shortest, as all lists have the same matches. A cursor names the list and
 * the position.
 */
import { ULID } from '#shared/plain/ulid.ts';
import type { Fan, FanRanges } from '#shared/channels/fans.ts';
import { MEASURES } from '#shared/plain/fans/fan-measures.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { toFan } from '../fan.ts';
import { fanKey, fanLists, fanMeasurePartition, fanWordPartition, measureText } from '../fan.item.ts';
import { decodeCursor, encodeCursor, readPage } from '#functions/aws/table/cursor.ts';
import { exactSpellings } from '#functions/word-index/spelling.ts';
import { selectiveWords } from '#functions/word-index/word-lists.ts';
import { matches } from '#functions/word-index/words.ts';
import type { FanFacts } from './fan.writes.ts';

/** The name of a list and a sort key. */
const CURSOR_PATTERN = new RegExp(`^\\S+ \\S+#${ULID}$`);

/** Entries to read of each list, then of the chosen one; an entry has about 300 bytes. */
const MAX_ENTRIES = 60;
const MAX_MORE_ENTRIES = 300;

interface Entry extends FanFacts {
  readonly sk: string;
}

interface EntryList {
  /** Identifies the list in a cursor. */
  readonly name: string;
  readonly partition: string;
  readonly from: string;
  readonly until: string;
  /** The beginning of the words, in a list of words. */
  readonly word?: string;
}

interface Walk {
  readonly list: EntryList;
  readonly entries: readonly Entry[];
  readonly isAtEnd: boolean;
}

interface FanQuery extends PageRequest {
  /** As `queryWords` returns them. */
  readonly words: readonly string[];
  readonly ranges: FanRanges;
}

interface Found {
  readonly items: readonly Fan[];
  readonly next: string | null;
}

export type FoundFansRepository = ReturnType<typeof foundFansRepository>;

export const foundFansRepository = (table: Table) => ({
  /** Finds fans with all the words and in all the ranges. A page may be empty although `next` leads to more. */
  find: async (query: FanQuery): Promise<Found> => {
    const lists = listsOf(query);
    return lists.length === 0 ? listNewest(table, query) : findIn(table, lists, query);
  },
});

async function listNewest(table: Table, { limit, cursor }: FanQuery): Promise<Found> {
  const { items, next } = await readPage<Fan>(table, fanLists.all(), { limit, cursor });
  return { items: items.map(toFan), next: next ?? null };
}

/** Sorts after any other character. */
const LAST = '\u{10ffff}';

function listsOf({ words, ranges }: FanQuery): EntryList[] {
  const ofWords = selectiveWords(exactSpellings(words)).map(([word]) => ({
    // No measure has this name.
    name: `=${word}`,
    partition: fanWordPartition(word),
    from: word,
    until: word + LAST,
    word,
  }));
  const ofMeasures = MEASURES.flatMap((measure) => {
    const { from, to } = ranges[measure] ?? {};
    if (from === undefined && to === undefined) return [];
    const partition = fanMeasurePartition(measure);
    return [
      {
        name: measure,
        partition,
        from: measureText(from ?? 0),
        until: (to === undefined ? '' : measureText(to)) + LAST,
      },
    ];
  });
  return [...ofWords, ...ofMeasures];
}

async function findIn(table: Table, lists: readonly EntryList[], query: FanQuery): Promise<Found> {
  const isFound = (entry: Entry, list: EntryList): boolean => isFirst(entry, list) && fits(entry, query);
  const { list, entries, isAtEnd } =
    query.cursor === undefined
      ? await readFirst(table, lists, query, isFound)
      : await continueReading(table, ...positionOf(query.cursor, lists));
  const found = entries.filter((entry) => isFound(entry, list));
  const visible = found.slice(0, query.limit);
  const last = found.length > visible.length ? visible.at(-1) : isAtEnd ? undefined : entries.at(-1);
  const items = await getMany<Fan>(
    table,
    visible.map(({ sk }) => fanKey(idIn(sk))),
  );
  const byId = new Map(items.map((item) => [item.id, toFan(item)]));
  return {
    items: visible.flatMap(({ sk }) => byId.get(idIn(sk)) ?? []),
    next: last ? encodeCursor(`${list.name} ${last.sk}`) : null,
  };
}

type IsFound = (entry: Entry, list: EntryList) => boolean;

async function readFirst(
  table: Table,
  lists: readonly EntryList[],
  { limit }: FanQuery,
  isFound: IsFound,
): Promise<Walk> {
  const walks = await Promise.all(lists.map((list) => walk(table, list, undefined, MAX_ENTRIES)));
  const countFound = ({ entries, list }: Walk): number =>
    entries.filter((entry) => isFound(entry, list)).length;
  const [chosen] = walks.toSorted(
    (a, b) =>
      Number(b.isAtEnd) - Number(a.isAtEnd) ||
      (a.isAtEnd ? a.entries.length - b.entries.length : countFound(b) - countFound(a)),
  );
  if (!chosen || chosen.isAtEnd || countFound(chosen) >= limit) return chosen!;
  const { entries, isAtEnd } = await continueReading(table, chosen.list, chosen.entries.at(-1)!.sk);
  return { list: chosen.list, entries: [...chosen.entries, ...entries], isAtEnd };
}

const continueReading = (table: Table, list: EntryList, after: string): Promise<Walk> =>
  walk(table, list, after, MAX_MORE_ENTRIES);

async function walk(table: Table, list: EntryList, after: string | undefined, Limit: number): Promise<Walk> {
  const { partition, from, until } = list;
  const { items, lastKey } = await queryPage<Entry>(table, {
    KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :until',
    ExpressionAttributeValues: { ':list': partition, ':from': from, ':until': until },
    Limit,
    ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } satisfies Key }),
  });
  return { list, entries: items, isAtEnd: lastKey === undefined };
}

const idIn = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1);

/** Counts a fan once if several of its words begin with the query's word. */
function isFirst({ sk, words }: Entry, { word }: EntryList): boolean {
  if (word === undefined) return true;
  const own = sk.slice(0, sk.lastIndexOf('#'));
  return words.find((one) => one.startsWith(word)) === own;
}

function fits({ measures, words }: Entry, query: FanQuery): boolean {
  const isInRanges = MEASURES.every((measure) => {
    const range = query.ranges[measure];
    if (!range) return true;
    const value = measures[measure];
    return value !== null && value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity);
  });
  return isInRanges && matches(words, exactSpellings(query.words));
}

/** Throws `invalid_request` for the cursor of another query. */
function positionOf(cursor: string, lists: readonly EntryList[]): [EntryList, string] {
  const [name = '', sk = ''] = decodeCursor(cursor, CURSOR_PATTERN).split(' ');
  const list = lists.find((one) => one.name === name);
  if (list && isIn(sk, list)) return [list, sk];
  throw new DomainError('invalid_request', 'not_valid', { field: 'cursor' });
}

const isIn = (sk: string, { word, from, until }: EntryList): boolean =>
  word === undefined ? sk >= from && sk <= until : sk.startsWith(word);
