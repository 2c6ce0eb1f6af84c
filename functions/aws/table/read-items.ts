import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { retryOnConflict, WriteConflictError } from '../retry.ts';
import type { Key, Table } from './table.ts';

interface ReadOptions {
  /** Sees all earlier writes, for twice the price. */
  readonly isConsistent?: boolean;
  /** The attributes to read; required where IAM allows no others. @default all */
  readonly attributes?: readonly string[];
}

/** Consistent by default; `T` is the stored type of this key. */
export async function getItem<T = Record<string, unknown>>(
  { client, TableName }: Table,
  Key: Key,
  { isConsistent: ConsistentRead = true, attributes }: ReadOptions = {},
): Promise<T | undefined> {
  const projection = attributes && projectionOf(attributes);
  const read = new GetCommand({ TableName, Key, ConsistentRead, ...projection });
  return (await client.send(read)).Item as T | undefined;
}

/** Uses placeholders, because some names are reserved words. */
const projectionOf = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, at) => `#a${at}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
});

/** DynamoDB's limit of one BatchGetItem. */
export const BATCH_KEYS = 100;

/** Unordered and eventually consistent; omits missing items. */
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

/** DynamoDB returns at most 16 MB, and less under load: requests the rest with retries. */
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

/** With the key after which the next page starts. */
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
