import { Gauge } from 'lucide-react';
import { Suspense } from 'react';
import type { Stage } from '../../features/player/tools.tsx';
import { onDemand } from '../../lib/on-demand.ts';
import type { Tool } from './tools-menu.tsx';

const PlayerMeter = onDemand(() => import('../../features/meter/player-meter.tsx'), 'PlayerMeter');

/** Tells how fast a fan turns, by its sound; `blades` as its streamer has counted them, where that is known. */
export const meterTool = ({ video, below }: Stage, blades: number | null): Tool => ({
  name: 'Fan meter',
  icon: <Gauge className="size-4" />,
  show: (close) =>
    video &&
    below && (
      <Suspense>
        <PlayerMeter video={video} below={below} blades={blades} onClose={close} />
      </Suspense>
    ),
});
