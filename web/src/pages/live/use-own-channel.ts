import { useQuery } from '@tanstack/react-query';
import type { Channel } from '../../../../shared/streamers.ts';
import { streamerQuery } from '../../features/streamers/streamers.queries.ts';

/** Often enough for the number of viewers. */
const REFRESH_MS = 3000;

/** One's own channel as viewers see it; looked at again and again while it is live. */
export function useOwnChannel(username: string, isLive: boolean): Channel | undefined {
  const { data } = useQuery({
    ...streamerQuery(username),
    staleTime: 0,
    refetchInterval: ({ state }) => (isLive || state.data?.is_live ? REFRESH_MS : false),
  });
  return data;
}
