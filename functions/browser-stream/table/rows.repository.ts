import { queryAll } from '../../aws/queries.ts';
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
): Promise<T[]> =>
  queryAll<T>(table, {
    KeyConditionExpression: 'pk = :broadcast AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':broadcast': broadcastPartition(id), ':from': from, ':to': to },
    ConsistentRead,
  });

/** Behind every sort key that begins with it: `~` comes after digits, letters and `#`. */
export const afterAll = (prefix: string): string => `${prefix}~`;
