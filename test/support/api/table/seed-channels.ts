import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import { countKey, newChannel, usernameKey, type ChannelItem } from '#functions/channels/channel.item.ts';
import { categoryKey, categoryOf } from '#functions/channels/category.item.ts';
import { indexKeysOf, toItem, wordKeys } from '#functions/channels/table/channel-keys.ts';

/** DynamoDB takes this many items in one transaction, which the local one writes faster than a batch. */
const BATCH = 100;
const AT_ONCE = 4;

/**
 * Writes `count` channels with all that leads to them (claim of the name, numbers, words), without accounts; `change`
 * makes each different. Returns them in the order of making.
 */
export async function seedChannels(
  table: Table,
  count: number,
  change: (index: number) => Partial<ChannelItem> = () => ({}),
): Promise<ChannelItem[]> {
  const channels = Array.from({ length: count }, (_, index): ChannelItem => {
    const id = ulid();
    return { ...newChannel(id, `s${id.slice(2).toLowerCase()}`), ...change(index) };
  });
  await writeAll(table, channels.flatMap(channelItems));
  const live = channels.filter((channel) => channel.is_live).length;
  await table.client.send(
    new UpdateCommand({
      TableName: table.TableName,
      Key: countKey,
      UpdateExpression: 'ADD #total :total, live :live',
      ExpressionAttributeNames: { '#total': 'total' },
      ExpressionAttributeValues: { ':total': count, ':live': live },
    }),
  );
  await addToCategories(table, channels);
  return channels;
}

/** A channel with the claim of its name and the words that lead to it, as items. */
export const channelItems = (channel: ChannelItem): object[] => [
  toItem(channel),
  { ...usernameKey(channel.username), channel_id: channel.id },
  ...wordKeys(channel.id, indexKeysOf(channel)),
];

async function addToCategories(
  { client, TableName }: Table,
  channels: readonly ChannelItem[],
): Promise<void> {
  for (const [id, members] of Map.groupBy(channels, ({ game }) => categoryOf(game))) {
    if (id === undefined) continue;
    const viewers = members.reduce((sum, channel) => sum + (channel.is_live ? channel.viewers : 0), 0);
    await client.send(
      new UpdateCommand({
        TableName,
        Key: categoryKey(id),
        UpdateExpression: 'SET #name = :name ADD channels :channels, viewers :viewers',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: {
          ':name': members[0]!.game,
          ':channels': members.length,
          ':viewers': viewers,
        },
      }),
    );
  }
}

async function writeAll({ client, TableName }: Table, items: readonly object[]): Promise<void> {
  const batches: (readonly object[])[] = [];
  for (let from = 0; from < items.length; from += BATCH) batches.push(items.slice(from, from + BATCH));
  const work = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const TransactItems = batch.map((Item) => ({ Put: { TableName, Item: { ...Item } } }));
      await client.send(new TransactWriteCommand({ TransactItems }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
