import type { Channel } from '../../../../shared/channels/streamers.ts';
import { ViewersPicture } from '../../features/on-air/viewers-picture.tsx';
import { useLiveChannel } from '../../features/streamers/use-live-channel.ts';
import { onDemand } from '../../ui/on-demand.tsx';

/** The user's channel as viewers see it, with its current live state. */
export function useOwnChannel(username: string, isLive: boolean): Channel | undefined {
  const { query } = useLiveChannel(username, {
    refetchOnMount: 'always',
    isPolled: ({ data }) => isLive || data?.is_live === true,
  });
  return query.data;
}

// Loads on request, because most broadcasters watch their local picture.
const Player = onDemand(() => import('../../features/player/live/player.tsx'), 'Player');

export const ViewersPlayer = ({ channel }: { readonly channel: Channel }) => (
  <ViewersPicture>
    <Player channel={channel} />
  </ViewersPicture>
);
