/**
 * A sliding window from two counts, of this window and the previous one. Weights the latter by its overlap with the
 * last `windowMs`, as if evenly spread. Pure; times in ms.
 */

export interface WindowCounts {
  /** Number of the current window. */
  readonly window: number;
  readonly count: number;
  /** In the previous window. */
  readonly before: number;
}

export const windowAt = (nowMs: number, windowMs: number): number => Math.floor(nowMs / windowMs);

/** The estimated count in the last `windowMs`. */
export function estimatedCount({ window, count, before }: WindowCounts, nowMs: number, windowMs: number) {
  const since = nowMs / windowMs - window;
  if (since >= 2) return 0;
  return since >= 1 ? count * (2 - since) : count + before * (1 - since);
}

/** After how many ms one more fits into `limit`, if none come until then. */
export function opensAfterMs(counts: WindowCounts, limit: number, nowMs: number, windowMs: number): number {
  const { window, count, before } = counts;
  const room = limit - 1;
  // In the current window if its own count leaves room, otherwise in the next, where it is the previous one.
  const opens = count <= room ? window + 1 - (room - count) / before : window + 2 - room / count;
  return Math.max(0, Math.ceil(opens * windowMs - nowMs));
}
