/** Work that the minute tick claims: an index lists items by due time, and a claim moves it. Times in ms since 1970. */
import { queryPage, type ItemQuery } from './read-items.ts';
import type { Key, Table } from './table.ts';
import { deleteItem, type Condition, putItem, updateItem, type Values } from './write-items.ts';

export interface DueQueue {
  readonly partition: string;
  readonly index: 'gsi1' | 'gsi4';
}

/** Digits of the due time in the sort key, enough for 30,000 years. */
const DUE_DIGITS = 15;

const dueText = (dueMs: number): string => String(Math.round(dueMs)).padStart(DUE_DIGITS, '0');

/** `id` distinguishes items with the same due time. */
export const dueKeys = ({ partition, index }: DueQueue, id: string, dueMs: number): DueKeys => ({
  [`${index}pk`]: partition,
  [`${index}sk`]: `${dueText(dueMs)}#${id}`,
});

type DueKeys = Partial<Record<`${DueQueue['index']}${'pk' | 'sk'}`, string>>;

/** Due items, oldest first. Eventually consistent. */
export const dueQuery = ({ partition, index }: DueQueue, nowMs: number): ItemQuery => ({
  IndexName: index,
  KeyConditionExpression: `${index}pk = :queue AND ${index}sk < :now`,
  ExpressionAttributeValues: { ':queue': partition, ':now': dueText(nowMs) },
});

/** The first due items. */
export async function listDue<Item>(
  table: Table,
  queue: DueQueue,
  nowMs: number,
  limit: number,
): Promise<Item[]> {
  const { items } = await queryPage<Item>(table, { ...dueQuery(queue, nowMs), Limit: limit });
  return items;
}

/** Makes an item due later, so that failing work does not stay first. False when it is no longer in the queue. */
export const postpone = (
  table: Table,
  queue: DueQueue,
  key: Key,
  id: string,
  dueMs: number,
): Promise<boolean> =>
  updateItem(table, key, dueKeys(queue, id, dueMs), { if: `attribute_exists(${queue.index}pk)` });

/** Writes that require the stored work to be the `expected` one. */
export interface DueWork<Work> {
  /** False when it has changed. */
  replace(expected: Work, next: Work): Promise<boolean>;
  /** Leases the work until `dueMs`, when it is due again; `null` when it has changed. */
  claim(expected: Work, dueMs: number): Promise<Work | null>;
  /** False when it has changed. */
  remove(expected: Work): Promise<boolean>;
}

/** `itemOf` maps work to its item; changes are detected by the `compared` attributes. */
export function dueWork<Work extends { readonly dueMs: number }, Item extends Values & StoredKey>(
  table: Table,
  itemOf: (work: Work) => Item,
  compared: readonly (keyof Item & string)[],
): DueWork<Work> {
  const isUnchanged = (expected: Work): Condition => {
    const item = itemOf(expected);
    return {
      if: compared.map((_, at) => `#c${at} = :c${at}`).join(' AND '),
      names: Object.fromEntries(compared.map((name, at) => [`#c${at}`, name])),
      values: Object.fromEntries(compared.map((name, at) => [`:c${at}`, item[name]])),
    };
  };
  const replace = (expected: Work, next: Work) => putItem(table, itemOf(next), isUnchanged(expected));
  return {
    replace,
    claim: async (expected, dueMs) => {
      const claimed = { ...expected, dueMs };
      return (await replace(expected, claimed)) ? claimed : null;
    },
    remove: (expected) => {
      const { pk, sk } = itemOf(expected);
      return deleteItem(table, { pk, sk }, isUnchanged(expected));
    },
  };
}

type StoredKey = { readonly pk: string; readonly sk: string };
