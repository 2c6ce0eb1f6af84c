import { Gauge, LayoutPanelLeft, Moon } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { canLoadSound, loadSound } from '../../features/player/engine/playback.ts';
import type { Stage } from '../../features/player/player-frame.tsx';
import type { SleepSource } from '../../features/sleep/sleep.types.ts';
import { pathWith, type Tile } from '../../features/wall/wall-address.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { Tool } from './tools-menu.tsx';

/** To hang it on the wall, beside what hangs there already. */
export const wallTool = (tile: Tile): Tool => ({
  name: 'Add to wall',
  icon: <LayoutPanelLeft className="size-4" />,
  show: () => <Navigate to={pathWith(tile)} />,
});

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

const SleepMode = onDemand(() => import('../../features/sleep/sleep-mode.tsx'), 'SleepMode', {
  isOverlay: true,
});

/** To sleep by the sound; nothing where the browser lets nobody have it. */
export const sleepTool = (stage: Stage, by: SleepSource, displayName: string): readonly Tool[] =>
  canLoadSound()
    ? [
        {
          name: 'Sleep mode',
          icon: <Moon className="size-4" />,
          show: (close) => (
            <SleepMode
              stage={stage}
              source={by}
              displayName={displayName}
              loadSound={loadSound}
              onClose={close}
            />
          ),
        },
      ]
    : [];
