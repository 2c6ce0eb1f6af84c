import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { retryOnConflict, UnprocessedKeysError } from '../retry.ts';
import type { ReadOptions } from './get-item.ts';
import type { Key, Table } from './table.ts';

/** DynamoDB's limit of one BatchGetItem. */
export const BATCH_KEYS = 100;

/** Unordered and eventually consistent; omits missing items, and reads a key once, however often it is given. */
export async function getMany<T = Record<string, unknown>>(
  table: Table,
  keys: readonly Key[],
  { isConsistent = false }: ReadOptions = {},
): Promise<T[]> {
  // BatchGetItem refuses a key that it gets twice.
  const distinct = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const batches: Key[][] = [];
  for (let from = 0; from < distinct.length; from += BATCH_KEYS)
    batches.push(distinct.slice(from, from + BATCH_KEYS));
  return (await Promise.all(batches.map((batch) => getBatch(table, batch, isConsistent)))).flat() as T[];
}

/** DynamoDB returns at most 16 MB, and less under load: requests the rest with retries. */
async function getBatch({ client, TableName }: Table, keys: readonly Key[], ConsistentRead: boolean) {
  const items: unknown[] = [];
  let Keys: Record<string, unknown>[] = [...keys];
  await retryOnConflict(async () => {
    const RequestItems = { [TableName]: { Keys, ConsistentRead } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    items.push(...(Responses?.[TableName] ?? []));
    Keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
    if (Keys.length > 0) throw new UnprocessedKeysError('DynamoDB left keys out');
  });
  return items;
}

export type ItemQuery = Omit<QueryCommandInput, 'TableName'>;

/** Returns a page, and the key after which the next page starts. */
export async function queryPage<T>({ client, TableName }: Table, query: ItemQuery) {
  const { Items, LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...query }));
  return { items: (Items ?? []) as T[], lastKey: LastEvaluatedKey };
}

export async function* pagesOf<T>(table: Table, query: ItemQuery): AsyncGenerator<T[]> {
  let start: ItemQuery['ExclusiveStartKey'];
  do {
    const page = await queryPage<T>(table, { ...query, ...(start && { ExclusiveStartKey: start }) });
    yield page.items;
    start = page.lastKey;
  } while (start);
}

export async function queryAll<T>(table: Table, query: ItemQuery): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesOf<T>(table, query)) all.push(...page);
  return all;
}
