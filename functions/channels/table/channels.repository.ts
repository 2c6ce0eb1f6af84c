import { ULID } from '../../../shared/plain/ulid.ts';
import type { Channel } from '../../../shared/channels/streamers.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { categoryKey, categoryPartition } from '../category.item.ts';
import {
  channelKey,
  CHANNELS_PARTITION,
  countKey,
  LIVE_RANK_PREFIX,
  toChannel,
  type ChannelItem,
} from '../channel.item.ts';
import { listInOrder } from './channel-orders.repository.ts';
import { readPage, type RankedList } from '../../aws/table/cursor.ts';
import type { ChannelList, ChannelsRepository } from '../ports.ts';
import { channelFinder } from './named-channel.repository.ts';
import { findShownChannel } from './shown-channel.repository.ts';

const RANK = new RegExp(`^[-01]#\\d{10}#${ULID}$`);
/** The ranks of each list, by `live`: DynamoDB takes no start outside of what is asked for. */
const LIVE_RANK = new RegExp(`^1#\\d{10}#${ULID}$`);
const OFFLINE_RANK = new RegExp(`^[-0]#\\d{10}#${ULID}$`);

/** May be a moment old. */
const STALE = { isConsistent: false };

export const channelsRepository = (table: Table): ChannelsRepository => ({
  findById: (id) => find(table, id),
  findShown: (id) => findShownChannel(table, id),
  findCurrent: (id) => find(table, id, { isConsistent: true }),
  findByUsername: channelFinder(table),
  list: async (list) => {
    const { order = 'viewers', ...part } = list;
    const [page, counts] = await Promise.all([
      order === 'viewers'
        ? rankedPage(table, { index: 'gsi1', partition: CHANNELS_PARTITION }, part)
        : listInOrder(table, { ...part, order }),
      getItem(table, countKey, STALE),
    ]);
    const [all, live] = [Number(counts?.['total'] ?? 0), Number(counts?.['live'] ?? 0)];
    return { ...page, total: list.live === undefined ? all : list.live ? live : all - live };
  },
  listCategory: async (categoryId, part) => {
    const list = { index: 'gsi2', partition: categoryPartition(categoryId) } as const;
    const [page, counts] = await Promise.all([
      rankedPage(table, list, { ...part, live: undefined }),
      getItem(table, categoryKey(categoryId), STALE),
    ]);
    return { ...page, total: Number(counts?.['channels'] ?? 0) };
  },
});

async function find(table: Table, id: string, { isConsistent = false } = {}): Promise<Channel | null> {
  const item = await getItem<ChannelItem>(table, channelKey(id), { isConsistent });
  return item ? toChannel(item) : null;
}

async function rankedPage(
  table: Table,
  { index, partition }: Pick<RankedList, 'index' | 'partition'>,
  { live, ...page }: Omit<ChannelList, 'order'>,
) {
  const keyOf = channelKey;
  const pattern = live === undefined ? RANK : live ? LIVE_RANK : OFFLINE_RANK;
  const condition = live ? `begins_with(${index}sk, :range)` : `${index}sk < :range`;
  const range = live === undefined ? undefined : { condition, value: LIVE_RANK_PREFIX };
  const { items, next } = await readPage<ChannelItem>(
    table,
    { index, partition, pattern, keyOf, range },
    page,
  );
  return { items: items.map(toChannel), next };
}
