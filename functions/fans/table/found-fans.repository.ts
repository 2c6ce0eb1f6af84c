/**
 * Finds fans by words and ranges, at a cost that does not grow with their number. Each word and each measure of a fan has an
 * entry of its own, which brings all of them: so one list is read, and what else is asked for is looked up in its entries.
 *
 * Which list: a first look at the beginning of each. One that ends there is short, and its matches are all there are. Of
 * long ones it is that of whose first entries most match everything: all lists have the same matches, so the one with the
 * highest share of them is the shortest. A cursor then names the list, and how far it was read.
 */
import { ULID } from '../../../shared/plain/ulid.ts';
import type { Fan } from '../../../shared/channels/fans.ts';
import { MEASURES } from '../../../shared/plain/fans/fan-measures.ts';
import { getMany, queryPage } from '../../aws/table/read-items.ts';
import type { Key, Table } from '../../aws/table/table.ts';
import { DomainError } from '../../base/errors.ts';
import { toFan } from '../fan.ts';
import { fanKey, fanLists, fanMeasurePartition, fanWordPartition, measureText } from '../fan.item.ts';
import { decodeCursor, encodeCursor, readPage } from '../../aws/table/cursor.ts';
import { asTyped } from '../../word-index/spelling.ts';
import { selectiveWords } from '../../word-index/word-lists.ts';
import { matches } from '../../word-index/words.ts';
import type { FanQuery, Found, FoundFansRepository } from '../ports.ts';
import type { FanFacts } from './fan.writes.ts';

/** A measure and a sort key. */
const CURSOR_PATTERN = new RegExp(`^\\S+ \\S+#${ULID}$`);

/** Entries of each list at first, and of the chosen one then: of about 300 bytes. */
const MAX_ENTRIES = 60;
const READ_ON = 300;

interface Entry extends FanFacts {
  readonly sk: string;
}

/** A part of a partition, in the order of its sort keys. */
interface EntryList {
  /** By which a cursor knows it. */
  readonly name: string;
  readonly partition: string;
  readonly from: string;
  readonly until: string;
  /** Of a list of words: what they begin with. */
  readonly word?: string;
}

interface Walk {
  readonly list: EntryList;
  readonly entries: readonly Entry[];
  readonly isAtEnd: boolean;
}

export const foundFansRepository = (table: Table): FoundFansRepository => ({
  find: async (query) => {
    const lists = listsOf(query);
    return lists.length === 0 ? listNewest(table, query) : findIn(table, lists, query);
  },
});

async function listNewest(table: Table, { limit, cursor }: FanQuery): Promise<Found<Fan>> {
  const { items, next } = await readPage<Fan>(table, fanLists.all(), { limit, cursor });
  return { items: items.map(toFan), next: next ?? null };
}

/** Comes after whatever else follows in a sort key. */
const LAST = '\u{10ffff}';

function listsOf({ words, ranges }: FanQuery): EntryList[] {
  const ofWords = selectiveWords(asTyped(words)).map(([word]) => ({
    // No measure is called so.
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

async function findIn(table: Table, lists: readonly EntryList[], query: FanQuery): Promise<Found<Fan>> {
  const isFound = (entry: Entry, list: EntryList): boolean => isFirst(entry, list) && fits(entry, query);
  const { list, entries, isAtEnd } =
    query.cursor === undefined
      ? await readFirst(table, lists, query, isFound)
      : await readOn(table, ...placeOf(query.cursor, lists));
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
  const { entries, isAtEnd } = await readOn(table, chosen.list, chosen.entries.at(-1)!.sk);
  return { list: chosen.list, entries: [...chosen.entries, ...entries], isAtEnd };
}

const readOn = (table: Table, list: EntryList, after: string): Promise<Walk> =>
  walk(table, list, after, READ_ON);

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

/** Of the words of a fan that begin alike, the first stands for all. */
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
  return isInRanges && matches(words, asTyped(query.words));
}

/** Where a cursor goes on. Throws `invalid_request` for one of another query. */
function placeOf(cursor: string, lists: readonly EntryList[]): [EntryList, string] {
  const [name = '', sk = ''] = decodeCursor(cursor, CURSOR_PATTERN).split(' ');
  const list = lists.find((one) => one.name === name);
  if (list && isIn(sk, list)) return [list, sk];
  throw new DomainError('invalid_request', 'Cursor is not valid.');
}

const isIn = (sk: string, { word, from, until }: EntryList): boolean =>
  word === undefined ? sk >= from && sk <= until : sk.startsWith(word);
