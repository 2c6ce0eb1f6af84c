import { pagesOf, queryAll } from '../../aws/queries.ts';
import type { Table } from '../../aws/table.ts';
import { broadcastPartition } from './broadcast.item.ts';

/** The one table, and how what decides is read from it. */
export interface BroadcastsTable extends Table {
  /** Whether reads see every write before them; half the price without. */
  readonly isConsistent: boolean;
}

/** All items of a broadcast whose sort keys lie between two, both included, in order; however many pages they fill. */
export const listRows = <T>(
  { isConsistent: ConsistentRead, ...table }: BroadcastsTable,
  id: string,
  from: string,
  to: string,
): Promise<T[]> => queryAll<T>(table, { ...between(id, from, to), ConsistentRead });

/** The first of them, or the last, these backwards. They must fit into a page, which is 1 MB. */
export async function firstRows<T>(
  { isConsistent: ConsistentRead, ...table }: BroadcastsTable,
  id: string,
  from: string,
  to: string,
  { limit: Limit, isBackwards = false }: { readonly limit: number; readonly isBackwards?: boolean },
): Promise<T[]> {
  const query = { ...between(id, from, to), ConsistentRead, Limit, ScanIndexForward: !isBackwards };
  const page = await pagesOf<T>(table, query).next();
  return page.done ? [] : page.value;
}

const between = (id: string, from: string, to: string) => ({
  KeyConditionExpression: 'pk = :broadcast AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':broadcast': broadcastPartition(id), ':from': from, ':to': to },
});

/** Behind every sort key that begins with it: `~` comes after digits, letters and `#`. */
export const afterAll = (prefix: string): string => `${prefix}~`;
