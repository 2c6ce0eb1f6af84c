import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Table } from './table.ts';

export interface ReadOptions {
  /** Whether the read sees every write before it; half the price without. */
  readonly isConsistent?: boolean;
}

/** One item of the table, as every write before has left it; `T` is what is known to be stored under such a key. */
export async function getItem<T = Record<string, unknown>>(
  { client, TableName }: Table,
  Key: Key,
  { isConsistent: ConsistentRead = true }: ReadOptions = {},
): Promise<T | undefined> {
  return (await client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item as T | undefined;
}
