import { useQuery } from '@tanstack/react-query';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { useLiveChannel } from '../../features/streamers/use-live-channel.ts';
import { streamerQuery } from '../../features/streamers/streamers.queries.ts';

/** The user's channel as viewers see it, with its current live state. */
export function useOwnChannel(username: string, isLive: boolean): Channel | undefined {
  const { refetchInterval } = useLiveChannel(username, useSession()?.user.id);
  const { data } = useQuery({
    ...streamerQuery(username),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isLive || state.data?.is_live ? refetchInterval : false),
  });
  return data;
}
