/** Where in a replay what was recorded when stands. Pure. */
import type { RecordedPart } from '../../shared/videos/replays.ts';

/** A stretch of the recording, in order: when it was, and how long it lasts in the replay. In ms. */
interface Stretch {
  readonly atMs: number;
  readonly lengthMs: number;
}

/** A smaller step is no gap, but how segments are cut and clocks run. */
const STEP_MS = 1000;
/** A video's item has room for so many; a broadcast that breaks off oftener is told of less exactly after them. */
const MAX_PARTS = 200;

/** A part for the beginning, and one wherever the recording goes on at another time than the replay does. */
export function recordedParts(stretches: readonly Stretch[]): RecordedPart[] {
  const parts: RecordedPart[] = [];
  let placeMs = 0;
  let expectedMs = -Infinity;
  for (const { atMs, lengthMs } of stretches) {
    if (Math.abs(atMs - expectedMs) >= STEP_MS && parts.length < MAX_PARTS) {
      parts.push({ at_s: placeMs / 1000, time: new Date(atMs).toISOString() });
      expectedMs = atMs;
    }
    placeMs += lengthMs;
    expectedMs += lengthMs;
  }
  return parts;
}

/** From when to when a replay was recorded, gaps included. In ms since 1970. */
export function recordedRange(
  recorded: readonly [RecordedPart, ...RecordedPart[]],
  durationS: number,
): { readonly fromMs: number; readonly untilMs: number } {
  const [first] = recorded;
  const last = recorded.at(-1) ?? first;
  const restS = Math.max(0, durationS - last.at_s);
  return { fromMs: Date.parse(first.time), untilMs: Date.parse(last.time) + restS * 1000 };
}
