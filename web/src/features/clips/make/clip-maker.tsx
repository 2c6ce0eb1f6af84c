import { type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { LiveSteering, Stage } from '../../../lib/player-stage.ts';
import { ClipPanel, NoClipPanel } from './clip-panel.tsx';
import { liveClock, videoClock } from './watched-clock.ts';

interface ClipMakerProps extends Pick<Stage, 'video' | 'below'> {
  readonly live: LiveSteering | null;
  readonly of: { readonly kind: 'video' | 'live'; readonly id: string };
  readonly title: string;
  /** Whether Fanfare has the segments. */
  readonly isClippable: boolean;
  readonly onClose: () => void;
}

export function ClipMaker({ video, live, below, isClippable, onClose, ...what }: ClipMakerProps) {
  const isLive = what.of.kind === 'live';
  const clock = useMemo(() => {
    if (!video) return null;
    if (!isLive) return videoClock(video);
    return live && liveClock(video, live);
  }, [video, live, isLive]);
  const visible: ReactNode = !isClippable ? (
    <NoClipPanel onClose={onClose} />
  ) : (
    video && clock && <ClipPanel video={video} clock={clock} onClose={onClose} {...what} />
  );
  // Leaves some of a scrolling chat visible.
  const place = 'px-4 pt-4 sm:px-0 stacked:max-h-[50dvh] stacked:overflow-y-auto';
  return below && createPortal(<div className={place}>{visible}</div>, below);
}
