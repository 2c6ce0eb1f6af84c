import { Gauge, LayoutPanelLeft, Moon } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { canLoadSound, loadSound } from '../../features/player/engine/playback.ts';
import type { Stage } from '../../lib/player-stage.ts';
import type { SleepSource } from '../../features/sleep/sleep.types.ts';
import { pathWith, type Tile } from '../../features/wall/wall-address.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { Tool } from './tools-menu.tsx';

/** Adds it to the wall. */
export const wallTool = (tile: Tile): Tool => ({
  name: 'Add to wall',
  icon: <LayoutPanelLeft className="size-4" />,
  show: () => <Navigate to={pathWith(tile)} />,
});

const PlayerMeter = onDemand(() => import('../../features/meter/player-meter.tsx'), 'PlayerMeter', {
  isOverlay: true,
});

/** Measures a fan's speed by its sound; `blades` is the streamer's count, if known. */
export const meterTool = ({ video, below }: Stage, blades: number | null): Tool => ({
  name: 'Fan meter',
  icon: <Gauge className="size-4" />,
  show: (close) =>
    video && below && <PlayerMeter video={video} below={below} blades={blades} onClose={close} />,
});

const SleepMode = onDemand(() => import('../../features/sleep/sleep-mode.tsx'), 'SleepMode', {
  isOverlay: true,
});

/** Sleep mode; absent if the browser cannot route the sound. */
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
