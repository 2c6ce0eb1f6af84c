import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Channel, ChannelOrder } from '#shared/channels/channels.ts';
import { RECOMMENDED_CHANNELS } from '#shared/limits.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { byCursor, call, callPage, type Page } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';
import { channelPage, channelPages, singleChannel } from '#web/lib/api/channel-list.ts';
import { fetchFresh } from '#web/lib/realtime/recent-events.ts';

const meta = { failureLog: 'Error fetching streamers' };

/** The root key: invalidate it when a channel changes. */
export const channelsKey = ['streamers'] as const;

export const channelQuery = (username: string) =>
  queryOptions({
    queryKey: [...channelsKey, 'one', username.toLowerCase()],
    queryFn: ({ signal }) =>
      fetchFresh(
        () => call('GET /streamers/{username}', { params: { username }, signal }),
        ({ id }) => id,
        channelChangedBy,
      ),
    meta: { ...meta, channels: singleChannel },
  });

export const liveChannelsQuery = (order?: ChannelOrder) => streamerPages({ live: 'true', ...inOrder(order) });

export const allChannelsQuery = (order?: ChannelOrder) => streamerPages(inOrder(order));

/** How many are requested for those who follow channels, which take places in the list. */
const RECOMMENDABLE = 30;

/** The sidebar's channels without those of `others`. There are two requests, each the same for all users. */
export const recommendedChannelsQuery = (others: readonly string[]) => {
  const limit = others.length > 1 ? RECOMMENDABLE : RECOMMENDED_CHANNELS + 1;
  return queryOptions({
    queryKey: [...channelsKey, 'recommended', limit],
    queryFn: ({ signal }) => callPage('GET /streamers', { query: { limit }, signal }),
    select: ({ items }: Page<Channel>) =>
      items.filter(({ id }) => !others.includes(id)).slice(0, RECOMMENDED_CHANNELS),
    meta: { ...meta, channels: channelPage },
  });
};

/** Viewers is the API's default order. */
const inOrder = (order: ChannelOrder = 'viewers') => (order === 'viewers' ? {} : { order });

function streamerPages(filter: { live?: 'true'; order?: ChannelOrder }) {
  const { live, order = 'viewers' } = filter;
  const isLiveOnly = live === 'true';
  // In other orders, a channel that goes live keeps its position.
  const takes = () => isLiveOnly || order === 'viewers';
  return infiniteQueryOptions({
    queryKey: [...channelsKey, 'pages', filter],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /streamers', { query: { ...filter, ...(cursor && { cursor }) }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
    gcTime: LIST_KEPT_MS,
    meta: { ...meta, channels: channelPages({ isLiveOnly, order, takes }), hasViewers: () => true },
  });
}

export function channelChangedBy(channel: Channel, event: ChannelEvent): Channel {
  if (event.type === 'stream') return event.channel;
  if (event.type !== 'viewers') return channel;
  const { viewers, followers = channel.followers } = event;
  return { ...channel, viewers, followers };
}

/** Puts a newer state of a channel into the cache. */
export function useSetChannel() {
  const cache = useQueryClient();
  return (channel: Channel) => cache.setQueryData(channelQuery(channel.username).queryKey, channel);
}
