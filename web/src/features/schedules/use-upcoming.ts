import { useQuery, useQueryClient } from '@tanstack/react-query';
import { show } from '../../lib/realtime/hearing.ts';
import { useChannelEvents } from '../../lib/realtime/use-channel-events.ts';
import { upcomingChangedBy, upcomingQuery } from './schedules.queries.ts';

/** A channel's next planned broadcasts, kept up to date by the socket. */
export function useUpcoming(channelId: string) {
  const cache = useQueryClient();
  const { queryKey } = upcomingQuery(channelId);
  useChannelEvents(channelId, {
    onEvents: (events) => show(cache, queryKey, events, upcomingChangedBy),
    onMissed: () => void cache.invalidateQueries({ queryKey }),
  });
  return useQuery(upcomingQuery(channelId));
}
