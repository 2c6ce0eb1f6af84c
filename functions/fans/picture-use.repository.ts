import type { Fan } from '../../shared/channels/fans.ts';
import { MAX_FANS } from '../../shared/plain/fans/fan-limits.ts';
import { getItem, queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { transact } from '../aws/table/write-items.ts';
import type { Showing } from './fan.ts';
import { fanLists, linkKey, showingKey } from './fan.item.ts';

/** Removes all fans from a stream or a video. Idempotent. */
export async function forgetShowing(table: Table, showing: Showing): Promise<void> {
  const { TableName } = table;
  const Key = showingKey(showing);
  const item = await getItem<{ readonly fan_ids: readonly string[] }>(table, Key);
  if (!item) return;
  const links = item.fan_ids.map((id) => linkKey(id, showing));
  await transact(
    table,
    [Key, ...links].map((Key) => ({ Delete: { TableName, Key } })),
  );
}

/** Eventually consistent. */
export async function isPictureOfFan(table: Table, channelId: string, url: string): Promise<boolean> {
  const { index, partition } = fanLists.of(channelId);
  const { items } = await queryPage<Fan>(table, {
    IndexName: index,
    KeyConditionExpression: 'gsi1pk = :fans',
    ExpressionAttributeValues: { ':fans': partition },
    Limit: MAX_FANS,
  });
  return items.some(({ picture_urls }) => picture_urls.includes(url));
}
