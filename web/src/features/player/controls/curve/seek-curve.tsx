import { useEffect, useMemo, useState } from 'react';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { fetchVtt } from '#web/lib/media/web-vtt.ts';
import { type CurvePoint, parseCurve, pointAt, speedWords, type Step, stepsOf } from './curve.ts';
import { t } from '#web/lib/i18n/messages.ts';

const WIDTH = 1000;
const HEIGHT = 100;

const MIN_SPEED_SPAN = 0.3;
const MIN_LEVEL_SPAN_DB = 12;
/** Free space below and above the lines, as a share of the height. */
const MARGIN = 0.12;

/** Interrupted where the speed is unknown. */
export function speedPath(points: readonly CurvePoint[], durationS: number): string {
  const speeds = points.flatMap(({ passHz }) => passHz ?? []);
  const middle = (Math.min(...speeds) + Math.max(...speeds)) / 2;
  const y = scaleOf(speeds, MIN_SPEED_SPAN * middle);
  const parts = points.map(({ startS, endS, passHz }, at) => {
    if (passHz === null) return '';
    const before = points[at - 1];
    const goesOn = before?.passHz != null && before.endS === startS;
    return `${goesOn ? 'L' : 'M'}${x(startS, durationS)} ${y(passHz)}H${x(endS, durationS)}`;
  });
  return parts.join('');
}

/** An area above the lower edge. */
export function levelPath(points: readonly CurvePoint[], durationS: number): string {
  const levels = points.flatMap(({ levelDb }) => levelDb ?? []);
  const y = scaleOf(levels, MIN_LEVEL_SPAN_DB);
  return points
    .map(({ startS, endS, levelDb }) =>
      levelDb === null
        ? ''
        : `M${x(startS, durationS)} ${HEIGHT}V${y(levelDb)}H${x(endS, durationS)}V${HEIGHT}Z`,
    )
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
const x = (timeS: number, durationS: number): number => round(Math.min(1, timeS / durationS) * WIDTH);

function scaleOf(values: readonly number[], leastSpan: number): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(leastSpan, high - low);
  const from = (low + high - span) / 2;
  return (value) => round(HEIGHT * (1 - MARGIN - (1 - 2 * MARGIN) * ((value - from) / span)));
}

interface SeekCurveProps {
  readonly url: string;
  readonly durationS: number;
  /** The time whose speed is displayed as text. */
  readonly timeS: number;
  readonly seekTo: (seconds: number) => void;
}

/** The fan's speed and loudness, above the seek bar; a press on a change of speed seeks to it. */
export function SeekCurve({ url, durationS, timeS, seekTo }: SeekCurveProps) {
  const points = useCurve(url);
  const paths = useMemo(
    () => ({ speed: speedPath(points, durationS), level: levelPath(points, durationS) }),
    [points, durationS],
  );
  const steps = useMemo(() => stepsOf(points).filter(({ atS }) => atS < durationS), [points, durationS]);
  if (points.length === 0 || durationS === 0) return null;
  const now = pointAt(points, timeS);
  return (
    <div role="group" aria-label={t('player.fanSpeed')} className="relative h-8">
      <p
        aria-hidden="true"
        className="pointer-events-none absolute top-0 right-0 z-raised rounded-sm bg-black/60 px-1 text-xs font-semibold tabular-nums"
      >
        {now && speedWords(now)}
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        <path d={paths.level} className="fill-white/15" />
        <path
          d={paths.speed}
          fill="none"
          className="stroke-player-accent"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {steps.map((step) => (
        <StepButton key={step.atS} step={step} durationS={durationS} seekTo={seekTo} />
      ))}
    </div>
  );
}

interface StepButtonProps extends Pick<SeekCurveProps, 'durationS' | 'seekTo'> {
  readonly step: Step;
}

function StepButton({ step: { atS, from, to }, durationS, seekTo }: StepButtonProps) {
  const label = t('player.speedChange', {
    atS: formatClock(atS),
    from: speedWords(from),
    to: speedWords(to),
  });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => seekTo(atS)}
      className="absolute inset-y-0 grid w-6 -translate-x-1/2 place-items-center rounded-sm focus-visible:outline-white pointer-coarse:w-11"
      style={{ left: `${(atS / durationS) * 100}%` }}
    >
      <span className="size-2.5 rounded-full border-2 border-player-accent bg-black" />
    </button>
  );
}

const NONE: readonly CurvePoint[] = [];

function useCurve(url: string): readonly CurvePoint[] {
  const [points, setPoints] = useState(NONE);
  useEffect(() => fetchVtt(url, (text) => setPoints(parseCurve(text))), [url]);
  return points;
}
