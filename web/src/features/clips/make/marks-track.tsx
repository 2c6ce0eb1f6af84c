import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { type Mark, type Marks, visibleRange } from './marks.ts';
import type { Range } from './watched-clock.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface MarksTrackProps {
  readonly marks: Marks;
  readonly range: Range;
  readonly nowS: number;
  readonly onMove: (mark: Mark, toS: number) => void;
}

export function MarksTrack({ marks, range, nowS, onMove }: MarksTrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Range | null>(null);
  const visible = held ?? visibleRange(marks, range);
  const lengthS = Math.max(1, visible.endS - visible.startS);
  const percent = (atS: number) => `${Math.min(1, Math.max(0, (atS - visible.startS) / lengthS)) * 100}%`;
  const timeAt = (clientX: number) => {
    const { left, width } = track.current!.getBoundingClientRect();
    return visible.startS + Math.min(1, Math.max(0, (clientX - left) / width)) * lengthS;
  };
  const handle = {
    marks,
    range,
    timeAt,
    onMove,
    onHold: (isHeld: boolean) => setHeld(isHeld ? visible : null),
  };
  return (
    <div className="px-3">
      <div ref={track} dir="ltr" className="relative h-11 touch-none">
        <div className="absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-full bg-raised forced-colors:border" />
        <div
          className="absolute top-1/2 h-2 -translate-y-1/2 bg-accent forced-colors:bg-[Highlight]"
          style={{ left: percent(marks.fromS), right: `calc(100% - ${percent(marks.untilS)})` }}
        />
        {nowS >= visible.startS && nowS <= visible.endS && (
          <div
            className="pointer-events-none absolute top-1/2 h-6 w-0.5 -translate-1/2 bg-ink/60 forced-colors:bg-[CanvasText]"
            style={{ left: percent(nowS) }}
          />
        )}
        <Handle {...handle} mark="fromS" label={t('clips.start')} left={percent(marks.fromS)} />
        <Handle {...handle} mark="untilS" label={t('clips.end')} left={percent(marks.untilS)} />
      </div>
    </div>
  );
}

interface HandleProps extends Pick<MarksTrackProps, 'marks' | 'range' | 'onMove'> {
  readonly mark: Mark;
  readonly label: string;
  readonly left: string;
  readonly timeAt: (clientX: number) => number;
  readonly onHold: (isHeld: boolean) => void;
}

const STEP_S = 0.5;
const LONG_STEP_S = 5;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_S,
  ArrowDown: -STEP_S,
  ArrowRight: STEP_S,
  ArrowUp: STEP_S,
  PageDown: -LONG_STEP_S,
  PageUp: LONG_STEP_S,
};

function Handle({ mark, label, left, marks, range, timeAt, onMove, onHold }: HandleProps) {
  const atS = marks[mark];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const toS = event.key === 'Home' ? range.startS : event.key === 'End' ? range.endS : step && atS + step;
    if (toS === undefined) return;
    event.preventDefault();
    // Keeps keys from the player's shortcuts.
    event.stopPropagation();
    onMove(mark, toS);
  };
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(mark, timeAt(event.clientX));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(range.endS - range.startS)}
      aria-valuenow={Math.round(atS - range.startS)}
      aria-valuetext={t('clips.markPosition', {
        label,
        atS: formatClock(atS - range.startS),
        count: Math.round(marks.untilS - marks.fromS),
      })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      className="absolute top-0 grid h-11 w-6 -translate-x-1/2 cursor-ew-resize place-items-center rounded-sm pointer-coarse:w-11"
      style={{ left }}
    >
      <span className="h-8 w-2.5 rounded-full border-2 border-surface bg-accent forced-colors:bg-[Highlight]" />
    </div>
  );
}
