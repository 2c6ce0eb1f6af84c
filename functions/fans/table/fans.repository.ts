/** See `fan.item.ts` for the keys. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Fan } from '#shared/channels/fans.ts';
import { MAX_FANS } from '#shared/plain/fans/fan-limits.ts';
import { cancellationReasons, retryOnConflict } from '#functions/aws/retry.ts';
import { deleteFound } from '#functions/aws/table/delete-items.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, pagesOf } from '#functions/aws/table/read-items.ts';
import type { Key, Table, Write } from '#functions/aws/table/table.ts';
import {
  ABSENT,
  addition,
  ofVersion,
  putInput,
  transact,
  updateItem,
  where,
} from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/index.ts';
import { modelKeyOf, toFan, type StoredFan } from '../fan.ts';
import { fanCountKey, fanKey, fanLists, fanPartition, linkPartition } from '../fan.item.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import { entryWrites, fanItem } from './fan.writes.ts';

const FAILED = 'ConditionalCheckFailed';

export type FansRepository = ReturnType<typeof fansRepository>;

export const fansRepository = (table: Table) => ({
  /** Strongly consistent. */
  find: async (id: string): Promise<StoredFan | null> =>
    (await getItem<StoredFan>(table, fanKey(id))) ?? null,
  /** The existing ones, in the order of `ids`; eventually consistent. */
  findMany: async (ids: readonly string[]): Promise<Fan[]> => {
    const items = await getMany<Fan>(table, ids.map(fanKey));
    const byId = new Map(items.map((item) => [item.id, toFan(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },
  /** Lists a channel's fans, newest first. */
  list: async (channelId: string, part: PageRequest): Promise<Page<Fan>> => {
    const [{ items, next }, count] = await Promise.all([
      readPage<Fan>(table, fanLists.of(channelId), part),
      getItem(table, fanCountKey(channelId), { isConsistent: false }),
    ]);
    return { items: items.map(toFan), next, total: Number(count?.['total'] ?? 0) };
  },
  save: (fan: Fan, expected: StoredFan | null) => save(table, fan, expected),
  /** Updates the index keys of the fan's links after its model has changed. Idempotent. */
  refreshLinks: (fan: Fan) => refreshLinks(table, fan),
  /** Deletes the fan with its index entries; false if it has changed. */
  remove: (fan: StoredFan): Promise<boolean> =>
    transact(table, [
      { Delete: { TableName: table.TableName, Key: fanKey(fan.id), ...where(ofVersion(fan.version)) } },
      { Update: addition(table, fanCountKey(fan.channel_id), { total: -1 }) },
      ...entryWrites(table, fan, undefined),
    ]),
  /** False when time ran out. */
  removeLinks: (id: string, hasTime = () => true): Promise<boolean> =>
    deleteFound(table, linksOf(id), { hasTime }),
});

/** `conflict` if the fan is not the expected one, `too many` if the collection is full. */
async function save(
  table: Table,
  fan: Fan,
  expected: StoredFan | null,
): Promise<'saved' | 'conflict' | 'too many' | 'no channel'> {
  const isThere = { if: 'attribute_exists(pk)' };
  const hasRoom = {
    if: 'attribute_not_exists(#total) OR #total < :most',
    values: { ':most': MAX_FANS },
  };
  const TransactItems: Write[] = [
    {
      Put: putInput(
        table,
        fanItem(fan, (expected?.version ?? 0) + 1),
        expected ? ofVersion(expected.version) : ABSENT,
      ),
    },
    { ConditionCheck: { TableName: table.TableName, Key: channelKey(fan.channel_id), ...where(isThere) } },
    ...entryWrites(table, expected ?? undefined, fan),
    ...(expected ? [] : [{ Update: addition(table, fanCountKey(fan.channel_id), { total: 1 }, hasRoom) }]),
  ];
  try {
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    return 'saved';
  } catch (error) {
    const [item, channel, ...others] = cancellationReasons(error);
    if (item === FAILED) return 'conflict';
    if (channel === FAILED) return 'no channel';
    if (others.includes(FAILED)) return 'too many';
    throw error;
  }
}

/** All items of the partition after the fan itself. */
const linksOf = (id: string) => ({
  KeyConditionExpression: 'pk = :fan AND sk > :itself',
  ExpressionAttributeValues: { ':fan': fanPartition(id), ':itself': fanKey(id).sk },
  ConsistentRead: true,
});

/** Does not restore links that were deleted meanwhile. */
async function refreshLinks(table: Table, fan: Fan): Promise<void> {
  const modelKey = modelKeyOf(fan);
  for await (const links of pagesOf<Key & { readonly pk: string; readonly sk: string }>(
    table,
    linksOf(fan.id),
  ))
    for (const { pk, sk, gsi1pk } of links) {
      const gsi1 = linkPartition(sk === 'STREAM' ? 'channel' : 'video', modelKey);
      if (gsi1pk !== gsi1)
        await updateItem(table, { pk, sk }, { gsi1pk: gsi1 }, { if: 'attribute_exists(pk)' });
    }
}
