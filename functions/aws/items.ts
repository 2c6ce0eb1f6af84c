import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { retryThrottled } from './retry.ts';
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

/** What a query finds, a page at a time, however many there are. */
export async function* pagesOf<T>(
  { client, TableName }: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<T[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const command = new QueryCommand({ TableName, ...query, ...(start && { ExclusiveStartKey: start }) });
    const { Items = [], LastEvaluatedKey } = await retryThrottled(() => client.send(command));
    yield Items as T[];
    start = LastEvaluatedKey;
  } while (start);
}

/** All that a query finds, in order. */
export async function queryAll<T>(table: Table, query: Omit<QueryCommandInput, 'TableName'>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesOf<T>(table, query)) all.push(...page);
  return all;
}
