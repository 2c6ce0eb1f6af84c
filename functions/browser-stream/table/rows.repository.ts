import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { queryAll, queryPage } from '../../aws/table/read-items.ts';
import { HIGH_CONTENTION_ATTEMPTS, retryOnConflict, unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table/table.ts';
import { ABSENT, placement } from '../../aws/table/write-items.ts';
import { ACTIVE_PARTITION, workExpiresAt, broadcastKey, broadcastPartition } from './broadcast.item.ts';

export interface BroadcastsTable extends Table {
  /** Whether reads are strongly consistent, at twice the price. */
  readonly isConsistent: boolean;
}

/** All items of a broadcast with sort keys between two, both included, in order. */
export const listRows = <T>(
  { isConsistent: ConsistentRead, ...table }: BroadcastsTable,
  id: string,
  from: string,
  to: string,
): Promise<T[]> => queryAll<T>(table, { ...between(id, from, to), ConsistentRead });

/** The first of them, or the last in reverse order. They must fit into one page of 1 MB. */
export async function firstRows<T>(
  { isConsistent: ConsistentRead, ...table }: BroadcastsTable,
  id: string,
  from: string,
  to: string,
  { limit: Limit, isBackwards = false }: { readonly limit: number; readonly isBackwards?: boolean },
): Promise<T[]> {
  const query = { ...between(id, from, to), ConsistentRead, Limit, ScanIndexForward: !isBackwards };
  return (await queryPage<T>(table, query)).items;
}

interface AlsoChanged {
  readonly assignments: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** Builds the row again for each attempt, counts it, and makes the broadcast active. False where the row exists. */
export function addRow(
  table: BroadcastsTable,
  id: string,
  count: 'chunks' | 'segment_count',
  rowNow: () => { readonly sk: string },
  { assignments, values }: AlsoChanged = { assignments: [], values: {} },
): Promise<boolean> {
  const set = ['gsi1pk = :active', 'gsi1sk = :id', ...assignments].join(', ');
  const Update = {
    TableName: table.TableName,
    Key: broadcastKey(id),
    UpdateExpression: `SET ${set} ADD ${count} :one`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':active': ACTIVE_PARTITION, ':id': id, ':one': 1, ...values },
  };
  const write = () => {
    const row = { pk: broadcastPartition(id), ...rowNow(), expires_at: workExpiresAt(Date.now()) };
    const TransactItems = [{ Put: placement(table, row, ABSENT) }, { Update }];
    return table.client.send(new TransactWriteCommand({ TransactItems }));
  };
  return unlessConditionFails(retryOnConflict(write, HIGH_CONTENTION_ATTEMPTS));
}

const between = (id: string, from: string, to: string) => ({
  KeyConditionExpression: 'pk = :broadcast AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':broadcast': broadcastPartition(id), ':from': from, ':to': to },
});

/** Sorts after every key with this prefix: `~` comes after digits, letters and `#`. */
export const endOfPrefix = (prefix: string): string => `${prefix}~`;
