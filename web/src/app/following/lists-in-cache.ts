/** Finds lists of channels in the cache, and reads and writes each as one list. */
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { categoryIdOf } from '#shared/plain/category-list.ts';
import type { Channel, ChannelOrder } from '#shared/channels/channels.ts';
import type { Page } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/paths.ts';
import type { ListKind, ListState } from './live-list.ts';

interface ListInCache {
  readonly kind: ListKind;
  readonly read: (data: unknown) => ListState;
  readonly write: (data: unknown, channels: readonly Channel[]) => unknown;
}

type Pages = InfiniteData<Page<Channel>>;
type Followed = { readonly channels: readonly Channel[] };

const pages: Pick<ListInCache, 'read' | 'write'> = {
  read: (data) => {
    const all = (data as Pages).pages;
    return { channels: all.flatMap(({ items }) => items), isWhole: all.at(-1)?.next === null };
  },
  // Keeps page lengths and cursors. The last page takes the difference.
  write: (data, channels) => {
    const { pages: before, ...rest } = data as Pages;
    const more = channels.length - before.reduce((sum, { items }) => sum + items.length, 0);
    let from = 0;
    const after = before.map((page, at) => {
      const to = at === before.length - 1 ? undefined : from + page.items.length;
      const items = channels.slice(from, to);
      from += page.items.length;
      return { ...page, items, total: page.total + more };
    });
    return { ...rest, pages: after };
  },
};

const onePage: Pick<ListInCache, 'read' | 'write'> = {
  read: (data) => ({
    channels: (data as Page<Channel>).items,
    isWhole: (data as Page<Channel>).next === null,
  }),
  write: (data, channels) => ({ ...(data as Page<Channel>), items: channels }),
};

const followed: Pick<ListInCache, 'read' | 'write'> = {
  read: (data) => ({ channels: (data as Followed).channels, isWhole: true }),
  write: (data, channels) => ({ ...(data as Followed), channels }),
};

const one: Pick<ListInCache, 'read' | 'write'> = {
  read: (data) => ({ channels: [data as Channel], isWhole: true }),
  write: (data, [channel]) => channel ?? data,
};

const anyChannel = (): boolean => true;
const noNewChannel = (): boolean => false;
const kindOf = (takes: ListKind['takes']): ListKind => ({ isLiveOnly: false, order: 'viewers', takes });

/** Whether a main screen displays the query with viewer counts. The sidebar displays none. */
export const isOfScreen = ({ queryKey: [feature, what] }: { readonly queryKey: QueryKey }): boolean =>
  feature === 'categories' ||
  (feature === 'streamers' && what === 'pages') ||
  (feature === 'follows' && window.location.pathname === paths.following());

/** Returns the list of a query, or `null` if the query has none. */
export function listOf(key: QueryKey): ListInCache | null {
  const [feature, what, filter] = key as [string, string?, unknown?];
  if (feature === 'streamers' && what === 'pages') {
    const { live, order = 'viewers' } = filter as { live?: string; order?: ChannelOrder };
    const isLiveOnly = live === 'true';
    // In other orders, a channel that goes live keeps its position.
    const takes = isLiveOnly || order === 'viewers' ? anyChannel : noNewChannel;
    return { ...pages, kind: { isLiveOnly, order, takes } };
  }
  if (feature === 'streamers' && what === 'recommended') return { ...onePage, kind: kindOf(anyChannel) };
  if (feature === 'streamers' && what === 'one') return { ...one, kind: kindOf(noNewChannel) };
  if (feature === 'categories' && filter === 'streamers')
    return { ...pages, kind: kindOf(({ game }) => categoryIdOf(game) === what) };
  if (feature === 'follows' && what === 'channels') return { ...followed, kind: kindOf(noNewChannel) };
  return null;
}
