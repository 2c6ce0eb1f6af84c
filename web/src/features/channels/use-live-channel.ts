import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { withRecentEvents } from '#web/lib/realtime/recent-events.ts';
import { useLiveQuery } from '#web/lib/realtime/use-live-query.ts';
import { fromPage, pageData } from '#web/lib/page-data.ts';
import { isBadAddress } from '#web/ui/states/loaded.tsx';
import { channelChangedBy, channelQuery } from './channels.queries.ts';

const isGone = ({ type }: ChannelEvent): boolean => type === 'gone';

interface LiveOptions {
  /** Whether the query is polled without a socket. @default while there is a channel */
  readonly isPolled?: (state: { readonly data: Channel | undefined; readonly error: unknown }) => boolean;
  readonly refetchOnMount?: 'always';
  readonly staleTime?: number;
}

/** A channel, kept up to date by events, and `updateChannel` for other responses. */
export function useLiveChannel(username: string, options: LiveOptions = {}) {
  const { isPolled = ({ data, error }) => data !== undefined && !isBadAddress(error), ...more } = options;
  const cache = useQueryClient();
  const streamer = channelQuery(username);
  const { queryKey } = streamer;
  const channel = pageData()?.channel;
  const id = cache.getQueryData(queryKey)?.id;
  const intervalMs = useLiveQuery(id, queryKey, channelChangedBy, isGone);
  const query = useQuery({
    ...streamer,
    ...more,
    ...fromPage(channel?.username.toLowerCase() === username.toLowerCase() && channel),
    refetchInterval: ({ state }) => isPolled(state) && intervalMs,
  });

  const updateChannel = async (channel: Channel): Promise<void> => {
    // A pending request would restore the older state.
    await cache.cancelQueries({ queryKey });
    if (cache.getQueryData(queryKey))
      cache.setQueryData(queryKey, withRecentEvents(channel.id, channel, channelChangedBy));
  };
  return { query, updateChannel: (channel: Channel) => void updateChannel(channel) };
}
