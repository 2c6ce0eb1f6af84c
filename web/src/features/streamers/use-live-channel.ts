import { useQueryClient } from '@tanstack/react-query';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { withRecentEvents } from '../../lib/realtime/recent-events.ts';
import { useLiveQuery } from '../../lib/realtime/use-live-query.ts';
import { channelChangedBy, streamerQuery } from './streamers.queries.ts';

const isGone = ({ type }: ChannelEvent): boolean => type === 'gone';

/**
 * Keeps `streamerQuery(username)` up to date by the channel's events. Returns the query's `refetchInterval`, and
 * `updateChannel` for a channel that another request answered.
 *
 * @param id `undefined` until the query has answered.
 */
export function useLiveChannel(username: string, id: string | undefined) {
  const cache = useQueryClient();
  const { queryKey } = streamerQuery(username);
  const refetchInterval = useLiveQuery(id, queryKey, channelChangedBy, isGone);

  const updateChannel = async (channel: Channel): Promise<void> => {
    // A request that is under way would restore the older state.
    await cache.cancelQueries({ queryKey });
    if (cache.getQueryData(queryKey))
      cache.setQueryData(queryKey, withRecentEvents(channel.id, channel, channelChangedBy));
  };
  return { refetchInterval, updateChannel: (channel: Channel) => void updateChannel(channel) };
}
