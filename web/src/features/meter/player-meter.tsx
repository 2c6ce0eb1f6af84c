import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { playerSound } from './link/sound-source.ts';
import { MeterPanel } from './panel/meter-panel.tsx';

interface PlayerMeterProps {
  readonly video: HTMLVideoElement;
  /** Where it is shown. */
  readonly below: HTMLElement;
  /** As the streamer has counted them, where that is known. */
  readonly blades: number | null;
  readonly onClose: () => void;
}

/** What the sound of a player tells of the fan in it, below its picture. */
export function PlayerMeter({ video, below, blades, onClose }: PlayerMeterProps) {
  const source = useMemo(() => playerSound(video), [video]);
  return createPortal(
    // Above a chat that scrolls, it leaves some of that in sight.
    <div className="px-4 pt-4 sm:px-0 stacked:max-h-[50dvh] stacked:overflow-y-auto">
      <MeterPanel source={source} blades={blades} onClose={onClose} />
    </div>,
    below,
  );
}
