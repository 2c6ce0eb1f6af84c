import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

interface ReadOptions {
  /** Whether the read sees every write before it; half the price without. @default true */
  readonly isConsistent?: boolean;
}

/** One item of the table; `T` is what is known to be stored under such a key. */
export async function getItem<T = Record<string, unknown>>(
  { client, TableName }: Table,
  Key: Readonly<Record<string, string>>,
  { isConsistent: ConsistentRead = true }: ReadOptions = {},
): Promise<T | undefined> {
  return (await client.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item as T | undefined;
}
