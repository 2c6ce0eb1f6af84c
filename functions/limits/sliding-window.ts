/**
 * How much of something there was lately, of two numbers: what came in this window, and in the one before. The latter
 * counts by how much of it the last `windowMs` still hold, as though it had come evenly. Pure; times in ms.
 */

export interface WindowCounts {
  /** Number of the present window. */
  readonly window: number;
  readonly count: number;
  /** In the window before. */
  readonly before: number;
}

export const windowAt = (nowMs: number, windowMs: number): number => Math.floor(nowMs / windowMs);

/** How many there were in the last `windowMs`, as far as two numbers tell. */
export function countedLately({ window, count, before }: WindowCounts, nowMs: number, windowMs: number) {
  const since = nowMs / windowMs - window;
  if (since >= 2) return 0;
  return since >= 1 ? count * (2 - since) : count + before * (1 - since);
}

/** After how many ms one more fits into `limit`, should none come until then. */
export function opensAfterMs(counts: WindowCounts, limit: number, nowMs: number, windowMs: number): number {
  const { window, count, before } = counts;
  const room = limit - 1;
  // In the present window where its own leave room, else in the next, of which they are the window before.
  const opens = count <= room ? window + 1 - (room - count) / before : window + 2 - room / count;
  return Math.max(0, Math.ceil(opens * windowMs - nowMs));
}
