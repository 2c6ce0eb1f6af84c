import { useQueryClient } from '@tanstack/react-query';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { withRecentEvents } from '../../lib/realtime/recent-events.ts';
import { useLiveQuery } from '../../lib/realtime/use-live-query.ts';
import { channelChangedBy, streamerQuery } from './streamers.queries.ts';

const isGone = ({ type }: ChannelEvent): boolean => type === 'gone';

/**
 * Keeps `streamerQuery(username)` up to date by events. Returns its `refetchInterval`, and `updateChannel` for other
 * responses. `id` is `undefined` until the query answers.
 */
export function useLiveChannel(username: string, id: string | undefined) {
  const cache = useQueryClient();
  const { queryKey } = streamerQuery(username);
  const refetchInterval = useLiveQuery(id, queryKey, channelChangedBy, isGone);

  const updateChannel = async (channel: Channel): Promise<void> => {
    // A pending request would restore the older state.
    await cache.cancelQueries({ queryKey });
    if (cache.getQueryData(queryKey))
      cache.setQueryData(queryKey, withRecentEvents(channel.id, channel, channelChangedBy));
  };
  return { refetchInterval, updateChannel: (channel: Channel) => void updateChannel(channel) };
}
