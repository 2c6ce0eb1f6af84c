import { lazy, Suspense } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { ViewersPicture } from '../../features/on-air/viewers-picture.tsx';

// Comes when it is wished: most who are on the air look at their own picture.
const Player = lazy(async () => ({
  default: (await import('../../features/player/live/player.tsx')).Player,
}));

/** The broadcast as its viewers get it, for whoever makes it. */
export const ViewersPlayer = ({ channel }: { readonly channel: Channel }) => (
  <ViewersPicture>
    <Suspense>
      <Player channel={channel} />
    </Suspense>
  </ViewersPicture>
);
