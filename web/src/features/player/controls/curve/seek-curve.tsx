import { useEffect, useMemo, useState } from 'react';
import { formatClock } from '../../../../lib/words/format-media.ts';
import { fetchVtt } from '../web-vtt.ts';
import { type CurvePoint, parseCurve, pointAt, type Step, speedWords, stepsOf } from './curve.ts';
import { HEIGHT, levelPath, speedPath, WIDTH } from './curve-path.ts';

interface SeekCurveProps {
  readonly url: string;
  readonly durationS: number;
  /** Whose speed is told in words. */
  readonly timeS: number;
  readonly seekTo: (seconds: number) => void;
}

/** How fast the fan turned and how loud it was, above the seek bar; a press on a step goes there. */
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
    <div role="group" aria-label="Speed of the fan" className="relative h-8">
      <p aria-hidden="true" className="absolute right-0 bottom-full text-xs font-semibold tabular-nums">
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
          stroke="#4fd1d9"
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
  const words = `Speed change at ${formatClock(atS)}: ${speedWords(from)} to ${speedWords(to)}`;
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      onClick={() => seekTo(atS)}
      className="absolute inset-y-0 grid w-6 -translate-x-1/2 place-items-center rounded-sm focus-visible:outline-white pointer-coarse:w-11"
      style={{ left: `${(atS / durationS) * 100}%` }}
    >
      <span className="size-2.5 rounded-full border-2 border-[#4fd1d9] bg-black" />
    </button>
  );
}

const NONE: readonly CurvePoint[] = [];

function useCurve(url: string): readonly CurvePoint[] {
  const [points, setPoints] = useState(NONE);
  useEffect(() => fetchVtt(url, (text) => setPoints(parseCurve(text))), [url]);
  return points;
}
