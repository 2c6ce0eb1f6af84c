/** Channels in the data of queries, whose `meta` says how to read and write them as one list. */
import type { InfiniteData } from '@tanstack/react-query';
import type { Channel, ChannelOrder } from '#shared/channels/channels.ts';
import type { Page } from './api.ts';

export interface ListKind {
  readonly isLiveOnly: boolean;
  readonly order: ChannelOrder;
  /** Whether a channel that goes live is added. */
  readonly takes: (channel: Channel) => boolean;
}

export interface ListState {
  readonly channels: readonly Channel[];
  /** Whether no further pages exist. */
  readonly isWhole: boolean;
}

export interface ChannelList<D = never> extends ListKind {
  readonly read: (data: D) => ListState;
  readonly write: (data: D, channels: readonly Channel[]) => unknown;
}

const BY_VIEWERS: ListKind = { isLiveOnly: false, order: 'viewers', takes: () => true };

export const channelPages = (kind: Partial<ListKind> = {}): ChannelList<InfiniteData<Page<Channel>>> => ({
  ...BY_VIEWERS,
  ...kind,
  read: ({ pages }) => ({
    channels: pages.flatMap(({ items }) => items),
    isWhole: pages.at(-1)?.next === null,
  }),
  // Keeps page lengths and cursors. The last page takes the difference.
  write: ({ pages: before, ...rest }, channels) => {
    const more = channels.length - before.reduce((sum, { items }) => sum + items.length, 0);
    let from = 0;
    const pages = before.map((page, at) => {
      const to = at === before.length - 1 ? undefined : from + page.items.length;
      const items = channels.slice(from, to);
      from += page.items.length;
      return { ...page, items, total: page.total + more };
    });
    return { ...rest, pages };
  },
});

export const channelPage: ChannelList<Page<Channel>> = {
  ...BY_VIEWERS,
  read: ({ items, next }) => ({ channels: items, isWhole: next === null }),
  write: (page, items) => ({ ...page, items: [...items] }),
};

export const fixedChannels: ChannelList<{ channels: Channel[] }> = {
  ...BY_VIEWERS,
  takes: () => false,
  read: ({ channels }) => ({ channels, isWhole: true }),
  write: (data, channels) => ({ ...data, channels: [...channels] }),
};

export const singleChannel: ChannelList<Channel> = {
  ...BY_VIEWERS,
  takes: () => false,
  read: (channel) => ({ channels: [channel], isWhole: true }),
  write: (before, [channel = before]) => channel,
};
