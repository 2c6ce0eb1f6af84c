import type { Channel, ChannelOrder } from '#shared/channels/channels.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { type Cursors, type RankedList, readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import { LatestEntries } from '#functions/base/latest-entries.ts';
import { categoryKey, categoryPartition } from '../category.item.ts';
import {
  type ChannelItem,
  channelKey,
  CHANNELS_PARTITION,
  countKey,
  LIVE_RANK_PREFIX,
  toChannel,
  usernameKey,
} from '../channel.item.ts';
import { claimedBy, findChannelId, findVisibleChannel } from './public-channels.repository.ts';
import { listInOrder } from './channel-orders.repository.ts';

const RANK = new RegExp(`^[-01]#\\d{10}#${ULID}$`);
/** The ranks of each part of the list, because DynamoDB refuses a start key outside of the queried range. */
const LIVE_RANK = new RegExp(`^1#\\d{10}#${ULID}$`);
const OFFLINE_RANK = new RegExp(`^[-0]#\\d{10}#${ULID}$`);

/** Eventually consistent. */
const STALE = { isConsistent: false };

interface ChannelList extends PageRequest {
  /** Only live channels, or only offline ones. @default both */
  readonly live?: boolean | undefined;
  /** @default viewers */
  readonly order?: ChannelOrder | undefined;
}

export type ChannelsRepository = ReturnType<typeof channelsRepository>;

/**
 * The cost of a read does not grow with the number of channels. All but `findCurrent` are eventually consistent. `cursors`:
 * sealed ones for lists that anybody reads, because ranks contain the number of viewers.
 */
export const channelsRepository = (table: Table, cursors?: Cursors) => ({
  findById: (id: string): Promise<Channel | null> => find(table, id),
  findVisible: (id: string): Promise<Channel | null> => findVisibleChannel(table, id),
  findCurrent: (id: string): Promise<Channel | null> => find(table, id, { isConsistent: true }),
  findByUsername: channelFinder(table),
  /** By viewers: live channels first, then the others by followers. Those that never streamed come last. */
  list: async (list: ChannelList): Promise<Page<Channel>> => {
    const { order = 'viewers', ...range } = list;
    const [page, counts] = await Promise.all([
      order === 'viewers'
        ? rankedPage(table, { index: 'gsi1', partition: CHANNELS_PARTITION, cursors }, range)
        : listInOrder(table, { ...range, order }),
      getItem(table, countKey, STALE),
    ]);
    const [all, live] = [Number(counts?.['total'] ?? 0), Number(counts?.['live'] ?? 0)];
    return { ...page, total: list.live === undefined ? all : list.live ? live : all - live };
  },
  /** The channels of any category, by viewers. */
  listCategory: async (categoryId: string, page: PageRequest): Promise<Page<Channel>> => {
    const list = { index: 'gsi2', partition: categoryPartition(categoryId), cursors } as const;
    const [channels, counts] = await Promise.all([
      rankedPage(table, list, { ...page, live: undefined }),
      getItem(table, categoryKey(categoryId), STALE),
    ]);
    return { ...channels, total: Number(counts?.['channels'] ?? 0) };
  },
});

export type ChannelNames = ReturnType<typeof channelNames>;

export const channelNames = (table: Table) => ({
  /** The display names of channels by their ids, at half a read unit each; without those of deleted channels. */
  find: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const items = await getMany(table, ids.map(channelKey));
    return new Map(items.map(({ id, display_name }) => [String(id), String(display_name)]));
  },
});

async function find(table: Table, id: string, { isConsistent = false } = {}): Promise<Channel | null> {
  const item = await getItem<ChannelItem>(table, channelKey(id), { isConsistent });
  return item ? toChannel(item) : null;
}

async function rankedPage(
  table: Table,
  { index, partition, cursors }: Pick<RankedList, 'index' | 'partition' | 'cursors'>,
  { live, ...page }: Omit<ChannelList, 'order'>,
) {
  const keyOf = channelKey;
  const pattern = live === undefined ? RANK : live ? LIVE_RANK : OFFLINE_RANK;
  const condition = live ? `begins_with(${index}sk, :range)` : `${index}sk < :range`;
  const range = live === undefined ? undefined : { condition, value: LIVE_RANK_PREFIX };
  const { items, next } = await readPage<ChannelItem>(
    table,
    { index, partition, pattern, keyOf, cursors, range },
    page,
  );
  return { items: items.toSorted(byViewers).map(toChannel), next };
}

/** Ranks lag behind small changes. Offline channels keep their order. */
const byViewers = (a: ChannelItem, b: ChannelItem): number =>
  Number(b.is_live) - Number(a.is_live) || (a.is_live ? b.viewers - a.viewers : 0);

const MAX_NAMES = 1000;

/** The claim of a name, or a channel. */
type Found = ChannelItem & { readonly sk: string; readonly channel_id?: string };

/**
 * Finds channels by username, in any case; eventually consistent. The claim of a name has the channel's id, which takes
 * two reads in sequence. Remembers the last owner of each name and reads claim and channel in one request, because pages
 * request the same names every few seconds.
 */
export function channelFinder(table: Table): (username: string) => Promise<Channel | null> {
  const owners = new LatestEntries<string>(MAX_NAMES);
  return async (username) => {
    const name = usernameKey(username);
    const last = owners.get(name.pk);
    const found = last === undefined ? [] : await getMany<Found>(table, [name, channelKey(last)]);
    const at = (key: { readonly sk: string }) => found.find(({ sk }) => sk === key.sk);
    const owner = last === undefined ? await findChannelId(table, username) : claimedBy(at(name));
    if (owner === null) return null;
    owners.set(name.pk, owner);
    const key = channelKey(owner);
    const channel =
      owner === last ? at(key) : await getItem<ChannelItem>(table, key, { isConsistent: false });
    return channel && !channel.is_hidden ? toChannel(channel) : null;
  };
}
