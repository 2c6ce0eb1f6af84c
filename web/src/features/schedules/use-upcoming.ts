import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '../../lib/realtime/use-live-query.ts';
import { upcomingChangedBy, upcomingQuery } from './schedules.queries.ts';

export function useUpcoming(channelId: string) {
  const query = upcomingQuery(channelId);
  useLiveQuery(channelId, query.queryKey, upcomingChangedBy);
  return useQuery(query);
}
