import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import {
  cancellationReasons,
  HIGH_CONTENTION_ATTEMPTS,
  retryOnConflict,
  unlessConditionFails,
} from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, putInput } from '#functions/aws/table/write-items.ts';
import { activeItem, workExpiresAt, broadcastKey, broadcastPartition } from './broadcast.item.ts';

const FAILED = 'ConditionalCheckFailed';
const IS_LIVE = 'attribute_exists(pk) AND attribute_not_exists(ended_at_ms)';

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

/** A reader of rows of one kind: `limit` ones from a number on, in order; or the last of them, in reverse order. */
export const numberedRows =
  <T>(table: BroadcastsTable, id: string, sortKey: (number: number) => string) =>
  (fromNumber: number, limit: number, isBackwards = false): Promise<T[]> => {
    const last = endOfPrefix(sortKey(0).replace(/\d+$/, ''));
    return firstRows<T>(table, id, sortKey(fromNumber), last, { limit, isBackwards });
  };

interface BroadcastUpdate {
  readonly assignments: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  /** An additional condition on the broadcast, which must be live. @default ended broadcasts also get the row */
  readonly condition?: string | undefined;
}

/** `exists`: there is such a row. `changed`: the condition does not hold. */
export type AddOutcome = 'added' | 'exists' | 'changed';

/** Builds the row again for each attempt, and counts it; makes an ended broadcast active. */
export async function addRow(
  table: BroadcastsTable,
  id: string,
  count: 'chunks' | 'segment_count',
  rowNow: () => { readonly sk: string },
  { assignments, values, condition }: BroadcastUpdate = { assignments: [], values: {} },
): Promise<AddOutcome> {
  const isLive = condition ? `${IS_LIVE} AND ${condition}` : IS_LIVE;
  const add = (isEnded: boolean) => () => {
    const row = { pk: broadcastPartition(id), ...rowNow(), expires_at: workExpiresAt(Date.now()) };
    const set = [...assignments, ...(isEnded ? ['is_active = :true'] : [])];
    const Update = {
      TableName: table.TableName,
      Key: broadcastKey(id),
      UpdateExpression: `${set.length > 0 ? `SET ${set.join(', ')} ` : ''}ADD ${count} :one`,
      ConditionExpression: isEnded ? 'attribute_exists(pk)' : isLive,
      ExpressionAttributeValues: { ':one': 1, ...values, ...(isEnded && { ':true': true }) },
    };
    const active = isEnded ? [{ Put: putInput(table, activeItem(id, Date.now())) }] : [];
    const TransactItems = [{ Put: putInput(table, row, ABSENT) }, { Update }, ...active];
    return table.client.send(new TransactWriteCommand({ TransactItems }));
  };
  try {
    await retryOnConflict(add(false), HIGH_CONTENTION_ATTEMPTS);
    return 'added';
  } catch (error) {
    const [ofRow, ofBroadcast] = cancellationReasons(error);
    if (ofRow === FAILED) return 'exists';
    if (ofBroadcast !== FAILED) throw error;
    if (condition) return 'changed';
    const isAdded = await unlessConditionFails(retryOnConflict(add(true), HIGH_CONTENTION_ATTEMPTS));
    return isAdded ? 'added' : 'exists';
  }
}

const between = (id: string, from: string, to: string) => ({
  KeyConditionExpression: 'pk = :broadcast AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':broadcast': broadcastPartition(id), ':from': from, ':to': to },
});

/** Sorts after every key with this prefix: `~` comes after digits, letters and `#`. */
export const endOfPrefix = (prefix: string): string => `${prefix}~`;
