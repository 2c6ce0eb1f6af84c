/** The lines of a curve in a box of `WIDTH` to `HEIGHT`, as SVG paths. */
import type { CurvePoint } from './curve.ts';

export const WIDTH = 1000;
export const HEIGHT = 100;

/** What changes by less looks straight: as a share of the speed, and in dB. */
const LEAST_SPEED_SPAN = 0.3;
const LEAST_LEVEL_SPAN_DB = 12;
/** Of the box, below and above the lines. */
const MARGIN = 0.12;

/** How fast; broken where that could not be told. */
export function speedPath(points: readonly CurvePoint[], durationS: number): string {
  const speeds = points.flatMap(({ passHz }) => passHz ?? []);
  const middle = (Math.min(...speeds) + Math.max(...speeds)) / 2;
  const y = scaleOf(speeds, LEAST_SPEED_SPAN * middle);
  const parts = points.map(({ startS, endS, passHz }, at) => {
    if (passHz === null) return '';
    const before = points[at - 1];
    const goesOn = before?.passHz != null && before.endS === startS;
    return `${goesOn ? 'L' : 'M'}${x(startS, durationS)} ${y(passHz)}H${x(endS, durationS)}`;
  });
  return parts.join('');
}

/** How loud, as an area above the box's lower edge. */
export function levelPath(points: readonly CurvePoint[], durationS: number): string {
  const levels = points.flatMap(({ levelDb }) => levelDb ?? []);
  const y = scaleOf(levels, LEAST_LEVEL_SPAN_DB);
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
