/**
 * Work that waits in the table until the minute tick takes it up: an index lists its items by due time, and a writer
 * claims one by moving its due time, so that two never work on the same. All times in ms since 1970.
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../retry.ts';
import { queryPage } from './read-items.ts';
import type { Table } from './table.ts';
import { where, type Condition, type Values } from './write-expressions.ts';
import { putItem } from './write-items.ts';

/** Where an index lists the items of one queue. */
export interface DueQueue {
  readonly partition: string;
  readonly index: 'gsi1' | 'gsi4';
}

/** Digits of the due time in the sort key: enough for the next 30,000 years. */
const DUE_DIGITS = 15;

const dueText = (dueMs: number): string => String(Math.round(dueMs)).padStart(DUE_DIGITS, '0');

/** The index keys of an item that is due at `dueMs`; `id` distinguishes items of the same time. */
export const dueKeys = ({ partition, index }: DueQueue, id: string, dueMs: number): DueKeys => ({
  [`${index}pk`]: partition,
  [`${index}sk`]: `${dueText(dueMs)}#${id}`,
});

type DueKeys = Partial<Record<`${DueQueue['index']}${'pk' | 'sk'}`, string>>;

/** The items of a queue that are due, oldest first, at most `limit`. Eventually consistent. */
export async function listDue<Item>(
  table: Table,
  { partition, index }: DueQueue,
  nowMs: number,
  limit: number,
): Promise<Item[]> {
  const { items } = await queryPage<Item>(table, {
    IndexName: index,
    KeyConditionExpression: `${index}pk = :queue AND ${index}sk < :now`,
    ExpressionAttributeValues: { ':queue': partition, ':now': dueText(nowMs) },
    Limit: limit,
  });
  return items;
}

/** Writes that happen only where the stored work is still the `expected` one. */
export interface DueWork<Work> {
  /** False where it has changed. */
  replace(expected: Work, next: Work): Promise<boolean>;
  /** Leases it until `dueMs`, when it is due again. Returns the claimed work; `null` where it has changed. */
  claim(expected: Work, dueMs: number): Promise<Work | null>;
  /** False where it has changed. */
  remove(expected: Work): Promise<boolean>;
}

/**
 * Compare-and-replace for one kind of work. `itemOf` maps work to its item, and `compared` names the attributes by which
 * a change is detected.
 */
export function dueWork<Work extends { readonly dueMs: number }, Item extends Values & StoredKey>(
  table: Table,
  itemOf: (work: Work) => Item,
  compared: readonly (keyof Item & string)[],
): DueWork<Work> {
  const isUnchanged = (expected: Work): Condition => {
    const item = itemOf(expected);
    return {
      if: compared.map((name) => `#${name} = :${name}`).join(' AND '),
      names: Object.fromEntries(compared.map((name) => [`#${name}`, name])),
      values: Object.fromEntries(compared.map((name) => [`:${name}`, item[name]])),
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
      const removal = { TableName: table.TableName, Key: { pk, sk }, ...where(isUnchanged(expected)) };
      return unlessConditionFails(table.client.send(new DeleteCommand(removal)));
    },
  };
}

type StoredKey = { readonly pk: string; readonly sk: string };
