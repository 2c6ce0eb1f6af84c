import { useQuery } from '@tanstack/react-query';
import type { Channel } from '#shared/channels/channels.ts';
import { streamHealthQuery } from '#web/features/stream-health/stream-health.queries.ts';
import type { OwnViewers } from '#web/ui/own-viewers.tsx';

/** The viewers of the user's broadcast. A hidden number is not in the channel, but in its health, counted each minute. */
export function useOwnViewers(channel: Channel | undefined, isLive: boolean): OwnViewers {
  const isHidden = isLive && channel !== undefined && channel.viewers === undefined;
  const { data } = useQuery({ ...streamHealthQuery, enabled: isHidden });
  if (!isLive) return { count: 0, isHidden };
  return { count: isHidden ? data?.audience.at(-1)?.viewers : (channel?.viewers ?? 0), isHidden };
}
