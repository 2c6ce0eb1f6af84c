/** The scale of a chart's axis. Pure. */

/** Readable steps: one, two or five times a power of ten. */
const NICE = [1, 2, 5, 10];

/** The ticks of an axis that includes all values, about `most` of them, and none below 0. */
export function ticksOf(values: readonly number[], most = 5): number[] {
  const [least, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - least || Math.abs(highest) || 1;
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((nice) => nice * power >= rough) ?? 10) * power;
  // From 0 (first tick) to 1 (last tick).
  const first = Math.max(0, Math.floor((least - step / 4) / step));
  const last = Math.ceil((highest + step / 4) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

export const positionIn = (ticks: readonly number[], value: number): number => {
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  return (value - first) / (last - first);
};

interface Position {
  readonly x: number;
  readonly y: number;
}

/** The side of each point on which its letter is placed, so that letters of close points do not overlap. */
export const sidesOf = (positions: readonly Position[], near: number): ('left' | 'right')[] =>
  positions.map(({ x, y }, at) =>
    positions.some((other, otherAt) => {
      const isRight = other.x > x || (other.x === x && otherAt > at);
      return isRight && other.x - x < near && Math.abs(other.y - y) < near;
    })
      ? 'left'
      : 'right',
  );
