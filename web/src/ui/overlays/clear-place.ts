/** Where an overlay covers as little as possible. Lengths in CSS pixels, from the corner of the window. */

interface Point {
  readonly left: number;
  readonly top: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export type Box = Point & Size;

export interface Obstacle extends Box {
  /** How much it matters that a pixel of it stays visible. */
  readonly weight: number;
}

const STEP_PX = 16;

/** The place inside `area` with the least weight of covered pixels; of several, the one nearest to `corner`. */
export function clearPlace(
  { width, height }: Size,
  area: Box,
  obstacles: readonly Obstacle[],
  corner: Point,
): Point {
  const lefts = steps(area.left, area.left + area.width - width);
  const tops = steps(area.top, area.top + area.height - height);
  const distance = ({ left, top }: Point) => Math.abs(left - corner.left) + Math.abs(top - corner.top);
  const places = lefts
    .flatMap((left) => tops.map((top) => ({ left, top })))
    .toSorted((one, other) => distance(one) - distance(other));
  let best = places[0] ?? area;
  let least = Infinity;
  for (const place of places) {
    const weight = coveredWeight({ ...place, width, height }, obstacles, least);
    if (weight < least) [best, least] = [place, weight];
    if (least === 0) break;
  }
  return { left: best.left, top: best.top };
}

/** From `first` to `last`, both included. */
function steps(first: number, last: number): number[] {
  const count = Math.max(0, Math.ceil((last - first) / STEP_PX));
  return Array.from({ length: count + 1 }, (_, at) =>
    at === count ? Math.max(first, last) : first + at * STEP_PX,
  );
}

/** The weight of the pixels that `box` covers, or `enough` if it is not less. */
export function coveredWeight(box: Box, obstacles: readonly Obstacle[], enough = Infinity): number {
  let sum = 0;
  for (const { left, top, width, height, weight } of obstacles) {
    const acrossPx = Math.min(box.left + box.width, left + width) - Math.max(box.left, left);
    const downPx = Math.min(box.top + box.height, top + height) - Math.max(box.top, top);
    if (acrossPx > 0 && downPx > 0) sum += acrossPx * downPx * weight;
    if (sum >= enough) return enough;
  }
  return sum;
}
