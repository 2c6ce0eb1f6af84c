import { Gauge } from 'lucide-react';
import type { Stage } from '../../features/player/player-frame.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import type { Tool } from './tools-menu.tsx';

const PlayerMeter = onDemand(() => import('../../features/meter/player-meter.tsx'), 'PlayerMeter', {
  isOverlay: true,
});

/** Tells how fast a fan turns, by its sound; `blades` as its streamer has counted them, where that is known. */
export const meterTool = ({ video, below }: Stage, blades: number | null): Tool => ({
  name: 'Fan meter',
  icon: <Gauge className="size-4" />,
  show: (close) =>
    video && below && <PlayerMeter video={video} below={below} blades={blades} onClose={close} />,
});
