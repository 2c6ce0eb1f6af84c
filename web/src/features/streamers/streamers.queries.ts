/** The queries of channels, with their keys. What is live in them is followed by the app. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Channel, ChannelOrder } from '../../../../shared/channels/streamers.ts';
import { RECOMMENDED_CHANNELS } from '../../../../shared/limits.ts';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { byCursor, call, callPage, type Page } from '../../lib/api/api.ts';
import { LIST_KEPT_MS } from '../../lib/api/query.ts';
import { fetchFresh } from '../../lib/realtime/recent-events.ts';

const meta = { failureLog: 'Error fetching streamers' };

/** Everything below `['streamers']`: invalidate it when a channel has changed. */
export const streamersKey = ['streamers'] as const;

/** One channel by its username. A missing one fails with the code `not_found`. */
export const streamerQuery = (username: string) =>
  queryOptions({
    queryKey: [...streamersKey, 'one', username.toLowerCase()],
    queryFn: ({ signal }) =>
      fetchFresh(
        () => call('GET /streamers/{username}', { params: { username }, signal }),
        ({ id }) => id,
        channelChangedBy,
      ),
    meta,
  });

/** The live channels, page by page (`useInfiniteQuery`). */
export const liveStreamersQuery = (order?: ChannelOrder) =>
  streamerPages({ live: 'true', ...inOrder(order) });

/** All channels, page by page (`useInfiniteQuery`). */
export const allStreamersQuery = (order?: ChannelOrder) => streamerPages(inOrder(order));

/** The first few channels, for the sidebar of somebody whose own is not among them; the same request for everybody. */
export const recommendedStreamersQuery = (ownId?: string) =>
  queryOptions({
    queryKey: [...streamersKey, 'recommended'],
    queryFn: ({ signal }) =>
      callPage('GET /streamers', { query: { limit: RECOMMENDED_CHANNELS + 1 }, signal }),
    select: ({ items }: Page<Channel>) =>
      items.filter(({ id }) => id !== ownId).slice(0, RECOMMENDED_CHANNELS),
    meta,
  });

/** The order by viewers is the list as it is asked for without any. */
const inOrder = (order: ChannelOrder = 'viewers') => (order === 'viewers' ? {} : { order });

const streamerPages = (filter: { live?: 'true'; order?: ChannelOrder }) =>
  infiniteQueryOptions({
    queryKey: [...streamersKey, 'pages', filter],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /streamers', { query: { ...filter, ...(cursor && { cursor }) }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
    gcTime: LIST_KEPT_MS,
    meta,
  });

/** What becomes of a channel by what the socket tells of it. */
export function channelChangedBy(channel: Channel, event: ChannelEvent): Channel {
  if (event.type === 'stream') return event.channel;
  if (event.type !== 'viewers') return channel;
  const { viewers, followers = channel.followers } = event;
  return { ...channel, viewers, followers };
}
