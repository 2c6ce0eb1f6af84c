import type { Channel } from '../../../../shared/channels/streamers.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { ViewersPicture } from '../../features/on-air/viewers-picture.tsx';

// Loads on request, because most broadcasters watch their local picture.
const Player = onDemand(() => import('../../features/player/live/player.tsx'), 'Player');

/** The viewers' player, for the broadcaster. */
export const ViewersPlayer = ({ channel }: { readonly channel: Channel }) => (
  <ViewersPicture>
    <Player channel={channel} />
  </ViewersPicture>
);
