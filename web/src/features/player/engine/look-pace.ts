/** When to look at a live playlist that tells how long its newest segment is there. Pure; times in ms. */

/** What a look found. */
export interface Look {
  /** On the viewer's clock. */
  readonly atMs: number;
  /** Since when the newest segment is there, on the viewer's clock; earlier where a cache had kept the playlist. */
  readonly sinceMs: number;
  /** Where that segment begins and ends, on the broadcast's clock. */
  readonly startMs: number;
  readonly endMs: number;
}

const REMEMBERED_MS = 10_000;
/** What has just been stored takes a moment until it can be read, and the next may be a little late. */
const AFTER_MS = 60;
/** After a look in vain: the longer it is overdue, the longer it may take. */
const [SOONEST_AGAIN_MS, LATEST_AGAIN_MS] = [150, 500];

/** The looks that still count after this one. */
export const withLook = (looks: readonly Look[], look: Look): readonly Look[] => [
  ...looks.filter(({ atMs }) => atMs > look.atMs - REMEMBERED_MS),
  look,
];

/** When the next segment should be there; soon where it should be by now. Segments come as regularly as a device makes them. */
export function nextLookMs(looks: readonly Look[]): number {
  const newest = looks.at(-1);
  if (!newest) return 0;
  const { atMs, startMs, endMs } = newest;
  const earliestMs = Math.min(...looks.map((look) => look.sinceMs - look.endMs));
  const dueMs = endMs + (endMs - startMs) + earliestMs + AFTER_MS;
  return dueMs > atMs ? dueMs : atMs + Math.min(LATEST_AGAIN_MS, Math.max(SOONEST_AGAIN_MS, atMs - dueMs));
}
