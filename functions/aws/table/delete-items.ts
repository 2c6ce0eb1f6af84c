import { eachInTime } from '#functions/base/async/at-once.ts';
import { pagesOf, type ItemQuery } from './read-items.ts';
import type { Table } from './table.ts';
import { deleteItem } from './write-items.ts';

const PAGE = 100;

interface FoundKey extends Record<string, string> {
  readonly pk: string;
  readonly sk: string;
}

interface Sweep {
  /** Whether another deletion may begin. */
  readonly hasTime: () => boolean;
  /** By sort key. @default none */
  readonly isKept?: (sk: string) => boolean;
}

/** Deletes a query's items while there is time; true when only kept items are left. */
export async function deleteFound(table: Table, query: ItemQuery, sweep: Sweep): Promise<boolean> {
  const { hasTime, isKept = () => false } = sweep;
  const found = { ...query, ProjectionExpression: 'pk, sk', Limit: PAGE };
  return eachInTime(pagesOf<FoundKey>(table, found), { hasTime }, async ({ pk, sk }) => {
    if (!isKept(sk)) await deleteItem(table, { pk, sk });
  });
}

export const deletePartition = (table: Table, pk: string, sweep: Sweep): Promise<boolean> => {
  const partition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  return deleteFound(table, { ...partition, ConsistentRead: true }, sweep);
};
