import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';
import { formatClock } from '../../../lib/i18n/numbers.ts';
import { type ControlProps, useMedia } from '../commands/media.ts';
import { SeekPreview, useStoryboard } from './seek-preview.tsx';
import { t } from '../../../lib/i18n/messages.ts';

// Loaded on demand, because few videos have one.
const SeekCurve = onDemand(() => import('./curve/seek-curve.tsx'), 'SeekCurve', { isOptional: true });

export interface SeekBarFiles {
  /** WebVTT file with preview pictures. @default none */
  readonly storyboardUrl?: string | null | undefined;
  /** WebVTT file with the readings of a fan meter. @default none */
  readonly curveUrl?: string | null | undefined;
}

const PAGE_SHARE = 0.1;
const ARROW_S = 5;
const NO_RANGES: readonly (readonly [number, number])[] = [];

/** The seek bar: shows the position; seeks by click, drag and keys. */
export function SeekBar({
  media,
  commands,
  storyboardUrl = null,
  curveUrl = null,
}: ControlProps & SeekBarFiles) {
  const currentS = useMedia(media, ({ mediaCurrentTime = 0 }) => mediaCurrentTime);
  const durationS = useMedia(media, ({ mediaDuration }) => mediaDuration || 0);
  const buffered = useMedia(media, ({ mediaBuffered }) => mediaBuffered ?? NO_RANGES);
  const pointer = useSeekPointer(durationS, commands.seekTo);
  const pictures = useStoryboard(storyboardUrl, pointer.wasUsed);
  const displayedS = pointer.dragS ?? currentS;
  const share = (timeS: number) => (durationS > 0 ? Math.min(1, timeS / durationS) : 0);

  const onKeyDown = (event: KeyboardEvent) => {
    const targetS = keyTargetS(event.key, currentS, durationS);
    if (targetS === null) return;
    event.preventDefault();
    commands.seekTo(targetS);
  };
  return (
    <>
      {curveUrl !== null && (
        <SeekCurve
          url={curveUrl}
          durationS={durationS}
          timeS={pointer.atS ?? currentS}
          seekTo={commands.seekTo}
        />
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('player.seek')}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationS)}
        aria-valuenow={Math.round(displayedS)}
        aria-valuetext={t('player.positionOfDuration', {
          position: formatClock(displayedS),
          duration: formatClock(durationS),
        })}
        onKeyDown={onKeyDown}
        {...pointer.props}
        className="group/seek relative flex h-5 cursor-pointer touch-none items-center rounded-sm focus-visible:outline-white pointer-coarse:h-7"
      >
        <div className="relative h-1 w-full overflow-hidden rounded-full bg-white/25 group-hover/seek:h-1.5">
          {buffered.map(([startS, endS]) => (
            <div
              key={startS}
              className="absolute inset-y-0 bg-white/35"
              style={{ left: percent(share(startS)), width: percent(share(endS) - share(startS)) }}
            />
          ))}
          <div
            className="absolute inset-y-0 start-0 bg-[#4fd1d9]"
            style={{ width: percent(share(displayedS)) }}
          />
        </div>
        <div
          className="pointer-events-none absolute size-3.5 -translate-x-1/2 rounded-full bg-[#4fd1d9] opacity-0 group-hover/seek:opacity-100 group-focus-visible/seek:opacity-100 pointer-coarse:opacity-100"
          style={{ left: percent(share(displayedS)) }}
        />
        {pointer.atS !== null && durationS > 0 && (
          <SeekPreview timeS={pointer.atS} share={share(pointer.atS)} pictures={pictures} />
        )}
      </div>
    </>
  );
}

const percent = (share: number): string => `${share * 100}%`;

function keyTargetS(key: string, currentS: number, durationS: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: currentS - ARROW_S,
    ArrowRight: currentS + ARROW_S,
    PageDown: currentS - PAGE_SHARE * durationS,
    PageUp: currentS + PAGE_SHARE * durationS,
    Home: 0,
    End: durationS,
  };
  return targets[key] ?? null;
}

/** The pointer's position on the bar, in seconds; a click or the end of a drag seeks there. */
function useSeekPointer(durationS: number, seekTo: (seconds: number) => void) {
  const [hoverS, setHoverS] = useState<number | null>(null);
  const [dragS, setDragS] = useState<number | null>(null);
  const [wasUsed, setWasUsed] = useState(false);

  const timeAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max(0, (clientX - left) / width), 1) * durationS;
  };
  const props = {
    onPointerEnter: () => setWasUsed(true),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragS(timeAt(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragS !== null) setDragS(timeAt(event));
      else if (event.pointerType === 'mouse') setHoverS(timeAt(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (dragS !== null) seekTo(timeAt(event));
      setDragS(null);
    },
    onPointerCancel: () => setDragS(null),
    onPointerLeave: () => setHoverS(null),
  };
  return { atS: dragS ?? hoverS, dragS, wasUsed, props };
}
