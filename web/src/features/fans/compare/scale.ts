/** How numbers lie along an axis. Pure. */

/** Steps that people read off easily: one, two or five times a power of ten. */
const NICE = [1, 2, 5, 10];

/** The marks of an axis on which all values lie, from below the least to above the most; five or so. No measure is below 0. */
export function ticksOf(values: readonly number[], most = 5): number[] {
  const [least, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - least || Math.abs(highest) || 1;
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((nice) => nice * power >= rough) ?? 10) * power;
  // A mark's breadth of room, so that nothing lies on the edge.
  const first = Math.max(0, Math.floor((least - step / 4) / step));
  const last = Math.ceil((highest + step / 4) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** From 0 at the first mark to 1 at the last. */
export const placeIn = (ticks: readonly number[], value: number): number => {
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  return (value - first) / (last - first);
};

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** On which side of its point each letter stands, so that those of close neighbours do not cover each other. */
export const sidesOf = (places: readonly Place[], near: number): ('left' | 'right')[] =>
  places.map(({ x, y }, at) =>
    places.some((other, otherAt) => {
      const isRight = other.x > x || (other.x === x && otherAt > at);
      return isRight && other.x - x < near && Math.abs(other.y - y) < near;
    })
      ? 'left'
      : 'right',
  );
