import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Occurrence } from '../../../../shared/schedules.ts';
import { useChannelEvents } from '../../lib/realtime/use-channel-events.ts';
import { upcomingQuery } from './schedules.queries.ts';

/** A channel's next planned broadcasts, kept up to date by the socket. Events may come twice, late, and in another order. */
export function useUpcoming(channelId: string) {
  const cache = useQueryClient();
  const version = useRef(-1);
  useChannelEvents(channelId, {
    onEvents: (events) => {
      for (const event of events) {
        if (event.type !== 'schedule' || event.version <= version.current) continue;
        version.current = event.version;
        void show(cache, channelId, event.upcoming);
      }
    },
    onMissed: () => void cache.invalidateQueries(upcomingQuery(channelId)),
  });
  return useQuery(upcomingQuery(channelId));
}

async function show(cache: QueryClient, channelId: string, upcoming: readonly Occurrence[]): Promise<void> {
  const { queryKey } = upcomingQuery(channelId);
  // What was asked for before would bring the schedule back as it was.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, [...upcoming]);
}
