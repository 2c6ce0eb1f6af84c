/** Reads of several items of the one table. */
import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ReadOptions } from './get-item.ts';
import { WriteConflictError, retryOnConflict } from '../retry.ts';
import type { Key, Table } from './table.ts';

/** DynamoDB takes this many keys in one BatchGetItem. */
export const BATCH_KEYS = 100;

/** The items of different keys, in no order, maybe a moment old; keys without an item are left out. */
export async function getMany<T = Record<string, unknown>>(
  table: Table,
  keys: readonly Key[],
  { isConsistent = false }: ReadOptions = {},
): Promise<T[]> {
  const batches: Key[][] = [];
  for (let from = 0; from < keys.length; from += BATCH_KEYS)
    batches.push(keys.slice(from, from + BATCH_KEYS));
  return (await Promise.all(batches.map((batch) => getBatch(table, batch, isConsistent)))).flat() as T[];
}

/** DynamoDB answers at most 16 MB at once, and less under load: asks for the rest as after a conflict. */
async function getBatch({ client, TableName }: Table, keys: readonly Key[], ConsistentRead: boolean) {
  const items: unknown[] = [];
  let Keys: Record<string, unknown>[] = [...keys];
  await retryOnConflict(async () => {
    const RequestItems = { [TableName]: { Keys, ConsistentRead } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    items.push(...(Responses?.[TableName] ?? []));
    Keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
    if (Keys.length > 0) throw new WriteConflictError('DynamoDB left keys out');
  });
  return items;
}

export type ItemQuery = Omit<QueryCommandInput, 'TableName'>;

/** The first page of what a query finds, with the key after which the next one starts. */
export async function queryPage<T>({ client, TableName }: Table, query: ItemQuery) {
  const { Items, LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...query }));
  return { items: (Items ?? []) as T[], lastKey: LastEvaluatedKey };
}

/** What a query finds, a page at a time, however many there are. */
export async function* pagesOf<T>(table: Table, query: ItemQuery): AsyncGenerator<T[]> {
  let start: ItemQuery['ExclusiveStartKey'];
  do {
    const page = await queryPage<T>(table, { ...query, ...(start && { ExclusiveStartKey: start }) });
    yield page.items;
    start = page.lastKey;
  } while (start);
}

/** All that a query finds, in order. */
export async function queryAll<T>(table: Table, query: ItemQuery): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesOf<T>(table, query)) all.push(...page);
  return all;
}
