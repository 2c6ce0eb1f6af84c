import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { RacedError, retryRaced } from './retry.ts';
import type { Table } from './table.ts';

/** DynamoDB takes this many keys in one BatchGetItem. */
export const BATCH_KEYS = 100;

type Key = Readonly<Record<string, string>>;

/** Reads the items of different keys, in no order; keys without an item are left out. */
export async function getMany(
  table: Table,
  keys: readonly Key[],
  { isConsistent = false }: { readonly isConsistent?: boolean } = {},
): Promise<Record<string, unknown>[]> {
  const batches: Key[][] = [];
  for (let from = 0; from < keys.length; from += BATCH_KEYS)
    batches.push(keys.slice(from, from + BATCH_KEYS));
  return (await Promise.all(batches.map((batch) => getBatch(table, batch, isConsistent)))).flat();
}

/** DynamoDB answers at most 16 MB at once, and less when it is busy: the rest is asked for again. */
async function getBatch({ client, TableName }: Table, keys: readonly Key[], ConsistentRead: boolean) {
  const items: Record<string, unknown>[] = [];
  let Keys: Record<string, unknown>[] = [...keys];
  await retryRaced(async () => {
    const RequestItems = { [TableName]: { Keys, ConsistentRead } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    const answered = Responses?.[TableName] ?? [];
    items.push(...answered);
    Keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
    if (Keys.length > 0) throw new RacedError('DynamoDB left keys out');
  });
  return items;
}
