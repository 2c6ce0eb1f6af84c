import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useState } from 'react';
import { type Chapter, chapterAt } from '#shared/plain/videos/chapters.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

const PAGE_SHARE = 0.1;
const ARROW_S = 5;

type Range = readonly [number, number];
const NO_RANGES: readonly Range[] = [];

interface SeekTrackProps {
  readonly currentS: number;
  readonly durationS: number;
  /** @default none */
  readonly buffered?: readonly Range[];
  /** @default none */
  readonly chapters?: readonly Chapter[] | undefined;
  readonly pointer: SeekPointer;
  readonly seekTo: (seconds: number) => void;
  /** The preview at the pointer; `share` is its position, from 0 to 1. */
  readonly preview: (timeS: number, share: number) => ReactNode;
}

/** A slider over a duration: shows the position; seeks by click, drag and keys. */
export function SeekTrack(props: SeekTrackProps) {
  const { currentS, durationS, buffered = NO_RANGES, chapters, pointer, seekTo, preview } = props;
  const displayedS = pointer.dragS ?? currentS;
  const chapter = chapterAt(chapters, displayedS)?.title;
  const share = (timeS: number) => (durationS > 0 ? Math.min(1, timeS / durationS) : 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const targetS = keyTargetS(event.key, currentS, durationS);
    if (targetS === null) return;
    event.preventDefault();
    seekTo(targetS);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('player.seek')}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationS)}
      aria-valuenow={Math.round(displayedS)}
      aria-valuetext={[
        t('player.positionOfDuration', {
          position: formatClock(displayedS),
          duration: formatClock(durationS),
        }),
        ...(chapter ? [chapter] : []),
      ].join(', ')}
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
          className="absolute inset-y-0 start-0 bg-player-accent"
          style={{ width: percent(share(displayedS)) }}
        />
        {chapters?.slice(1).map(({ startS }) => (
          <div
            key={startS}
            data-chapter
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-black"
            style={{ left: percent(share(startS)) }}
          />
        ))}
      </div>
      <div
        className="pointer-events-none absolute size-3.5 -translate-x-1/2 rounded-full bg-player-accent opacity-0 group-hover/seek:opacity-100 group-focus-visible/seek:opacity-100 pointer-coarse:opacity-100"
        style={{ left: percent(share(displayedS)) }}
      />
      {pointer.atS !== null && durationS > 0 && preview(pointer.atS, share(pointer.atS))}
    </div>
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

export type SeekPointer = ReturnType<typeof useSeekPointer>;

/** The pointer's position on the bar, in seconds; a click or the end of a drag seeks there. */
export function useSeekPointer(durationS: number, seekTo: (seconds: number) => void) {
  const [hoverS, setHoverS] = useState<number | null>(null);
  const [dragS, setDragS] = useState<number | null>(null);

  const timeAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(Math.max(0, (clientX - left) / width), 1) * durationS;
  };
  const props = {
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
  return { atS: dragS ?? hoverS, dragS, props };
}
