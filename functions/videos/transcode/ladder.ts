import type { PictureFacts } from '../source-facts.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Rung {
  /** As people know it: `720` for 720p, whatever the picture's shape. */
  readonly name: number;
  readonly size: Size;
  readonly maxBitsPerSecond: number;
}

/** The names of the rungs with what they may cost at their most difficult second, best first. */
export const LADDER = [
  { name: 1080, maxBitsPerSecond: 5_000_000 },
  { name: 720, maxBitsPerSecond: 3_000_000 },
  { name: 480, maxBitsPerSecond: 1_500_000 },
  { name: 360, maxBitsPerSecond: 800_000 },
] as const;

/** MediaConvert takes no smaller sides of H.264. */
const MIN_SIDE_PX = 32;

/** The long side of a rung's box: 16:9, rounded up to an even number (854x480). */
export const longSidePx = (name: number): number => 2 * Math.ceil((name * 16) / 9 / 2);

/** A picture that lacks so little of a box fills it: cropped and odd sizes, such as 853x479, are 480p too. */
const ALMOST = 1.01;

/**
 * The renditions of a picture: each rung is a box of 16:9, standing for pictures that stand, and the picture is
 * shrunk into it whole. A box that the picture does not almost fill in either direction is left out, and nothing is ever
 * enlarged; a picture that fills none is its own only rung.
 */
export function ladderOf(picture: PictureFacts): readonly Rung[] {
  const boxes = LADDER.filter(({ name }) => scaleInto(picture, name) <= ALMOST);
  const rungs = boxes.map(({ name, maxBitsPerSecond }) => ({
    name,
    maxBitsPerSecond,
    size: fitted(picture, name),
  }));
  if (rungs.length > 0) return rungs;
  const { maxBitsPerSecond } = LADDER[LADDER.length - 1]!;
  const shortSidePx = Math.min(picture.widthPx, picture.heightPx);
  return [{ name: shortSidePx, maxBitsPerSecond, size: scaled(picture, 1) }];
}

/** The size of the picture when it is shrunk into the box of `name`; its own where it is smaller. */
export const fitted = (picture: PictureFacts, name: number): Size =>
  scaled(picture, Math.min(1, scaleInto(picture, name)));

function scaleInto({ widthPx, heightPx }: PictureFacts, name: number): number {
  const [longPx, shortPx] = widthPx >= heightPx ? [widthPx, heightPx] : [heightPx, widthPx];
  return Math.min(longSidePx(name) / longPx, name / shortPx);
}

const scaled = ({ widthPx, heightPx }: PictureFacts, scale: number): Size => ({
  widthPx: evenPx(widthPx * scale),
  heightPx: evenPx(heightPx * scale),
});

/** H.264 in 4:2:0 has even sides: the nearest, but of a side that is odd the smaller, as the other would enlarge. */
const evenPx = (sidePx: number): number => Math.max(MIN_SIDE_PX, 2 * Math.round(sidePx / 2 - 0.001));
