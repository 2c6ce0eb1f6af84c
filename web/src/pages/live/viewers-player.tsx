import type { Channel } from '../../../../shared/channels/streamers.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { ViewersPicture } from '../../features/on-air/viewers-picture.tsx';

// Comes when it is wished: most who are on the air look at their own picture.
const Player = onDemand(() => import('../../features/player/live/player.tsx'), 'Player');

/** The broadcast as its viewers get it, for whoever makes it. */
export const ViewersPlayer = ({ channel }: { readonly channel: Channel }) => (
  <ViewersPicture>
    <Player channel={channel} />
  </ViewersPicture>
);
