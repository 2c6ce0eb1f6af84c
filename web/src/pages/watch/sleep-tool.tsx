import { Moon } from 'lucide-react';
import { canLoadSound, loadSound } from '../../features/player/engine/playback.ts';
import type { Stage } from '../../features/player/player-frame.tsx';
import type { SleepSource } from '../../features/sleep/sleep.types.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { Tool } from './tools-menu.tsx';

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
