import type { Channel } from '../../../shared/streamers.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../../aws/get-item.ts';
import type { Table } from '../../aws/table.ts';
import { categoryKey, categoryPartition } from './category.item.ts';
import {
  channelKey,
  CHANNELS_PARTITION,
  countKey,
  LIVE_RANK_PREFIX,
  toChannel,
  type ChannelItem,
} from '../channel.item.ts';
import { listInOrder } from './channel-orders.repository.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { ChannelList, ChannelsRepository } from '../ports.ts';
import { findChannelId } from './usernames.repository.ts';

const RANK = /^[-01]#\d{10}#([0-9A-HJKMNP-TV-Z]{26})$/;
/** The ranks of each list, by `live`: DynamoDB takes no start outside of what is asked for. */
const LIVE_RANK = /^1#\d{10}#[0-9A-HJKMNP-TV-Z]{26}$/;
const OFFLINE_RANK = /^[-0]#\d{10}#[0-9A-HJKMNP-TV-Z]{26}$/;

/** May be a moment old. */
const STALE = { isConsistent: false };

export const channelsRepository = (table: Table): ChannelsRepository => ({
  findById: (id) => find(table, id),
  findCurrent: (id) => find(table, id, { isConsistent: true }),
  findByUsername: async (username) => {
    const id = await findChannelId(table, username);
    return id === null ? null : find(table, id);
  },
  list: async (list) => {
    const { order = 'viewers', ...part } = list;
    const [page, counts] = await Promise.all([
      order === 'viewers'
        ? queryRank(table, { index: 'gsi1', partition: CHANNELS_PARTITION }, part)
        : listInOrder(table, { ...part, order }),
      getItem(table, countKey, STALE),
    ]);
    const [all, live] = [Number(counts?.['total'] ?? 0), Number(counts?.['live'] ?? 0)];
    return { ...page, total: list.live === undefined ? all : list.live ? live : all - live };
  },
  listCategory: async (categoryId, part) => {
    const list = { index: 'gsi2', partition: categoryPartition(categoryId) } as const;
    const [page, counts] = await Promise.all([
      queryRank(table, list, { ...part, live: undefined }),
      getItem(table, categoryKey(categoryId), STALE),
    ]);
    return { ...page, total: Number(counts?.['channels'] ?? 0) };
  },
});

async function find(table: Table, id: string, { isConsistent = false } = {}): Promise<Channel | null> {
  const item = await getItem<ChannelItem>(table, channelKey(id), { isConsistent });
  return item ? toChannel(item) : null;
}

/** A partition of an index whose sort key is the rank. */
interface RankedList {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
}

async function queryRank({ client, TableName }: Table, list: RankedList, part: Omit<ChannelList, 'order'>) {
  const { live, limit, cursor } = part;
  const { index, partition } = list;
  const pattern = live === undefined ? RANK : live ? LIVE_RANK : OFFLINE_RANK;
  const start = cursor === undefined ? undefined : decodeCursor(cursor, pattern);
  const group =
    live === undefined ? '' : live ? ` AND begins_with(${index}sk, :live)` : ` AND ${index}sk < :live`;
  const result = await client.send(
    new QueryCommand({
      TableName,
      IndexName: index,
      KeyConditionExpression: `${index}pk = :list${group}`,
      ExpressionAttributeValues: { ':list': partition, ...(group && { ':live': LIVE_RANK_PREFIX }) },
      ScanIndexForward: false,
      Limit: limit,
      ...(start && { ExclusiveStartKey: startKey(list, start) }),
    }),
  );
  const last = result.LastEvaluatedKey?.[`${index}sk`] as string | undefined;
  return { items: ((result.Items ?? []) as ChannelItem[]).map(toChannel), next: last && encodeCursor(last) };
}

const startKey = ({ index, partition }: RankedList, rank: string) => ({
  ...channelKey(RANK.exec(rank)?.[1] ?? ''),
  [`${index}pk`]: partition,
  [`${index}sk`]: rank,
});
