import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** What a query finds, a page at a time, however many there are. */
export async function* pagesOf<T>(
  { client, TableName }: Table,
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<T[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const command = new QueryCommand({ TableName, ...query, ...(start && { ExclusiveStartKey: start }) });
    const { Items = [], LastEvaluatedKey } = await client.send(command);
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
