import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { retryThrottled } from '../../aws/retry.ts';
import type { Table } from '../../aws/table.ts';
import { broadcastPartition } from './broadcast.item.ts';

/** The one table, and how what decides is read from it. */
export interface BroadcastsTable extends Table {
  /** Whether reads see every write before them; half the price without. */
  readonly isConsistent: boolean;
}

export async function getItem(
  { client, TableName, isConsistent: ConsistentRead }: BroadcastsTable,
  Key: Record<string, string>,
): Promise<Record<string, unknown> | undefined> {
  return (await client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item;
}

/** All items of a broadcast whose sort keys lie between two, both included, in order; however many pages they fill. */
export async function listRows<T>(
  { client, TableName, isConsistent: ConsistentRead }: BroadcastsTable,
  id: string,
  from: string,
  to: string,
): Promise<T[]> {
  const rows: T[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :broadcast AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':broadcast': broadcastPartition(id), ':from': from, ':to': to },
      ConsistentRead,
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    const page = await retryThrottled(() => client.send(query));
    rows.push(...((page.Items ?? []) as T[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return rows;
}

/** Behind every sort key that begins with it: `~` comes after digits, letters and `#`. */
export const afterAll = (prefix: string): string => `${prefix}~`;
