import type { PictureFacts } from '../source-facts.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Rung {
  /** `720` for 720p, in either orientation. */
  readonly name: number;
  readonly size: Size;
  readonly maxBitsPerSecond: number;
}

/** The rungs with their maximum bit rates, best first. */
export const LADDER = [
  { name: 1080, maxBitsPerSecond: 5_000_000 },
  { name: 720, maxBitsPerSecond: 3_000_000 },
  { name: 480, maxBitsPerSecond: 1_500_000 },
  { name: 360, maxBitsPerSecond: 800_000 },
] as const;

/** MediaConvert's minimum side for H.264. */
const MIN_SIDE_PX = 32;

/** The long side of a rung's box: 16:9, rounded up to an even number (854x480). */
export const longSidePx = (name: number): number => 2 * Math.ceil((name * 16) / 9 / 2);

/** A picture that is this close to a box fills it: odd sizes, such as 853x479, are 480p too. */
const ALMOST = 1.01;

/**
 * The renditions of a picture. Each rung is a 16:9 box, upright for upright pictures, into which the picture is scaled
 * down. Boxes that the picture does not almost fill in one direction are left out, as nothing is enlarged; a picture
 * that fills none is its only rung.
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

/** The size of the picture scaled down to the box of `name`; its own when it is smaller. */
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

/** H.264 in 4:2:0 has even sides. Rounds odd sides down, because rounding up would enlarge. */
const evenPx = (sidePx: number): number => Math.max(MIN_SIDE_PX, 2 * Math.round(sidePx / 2 - 0.001));
