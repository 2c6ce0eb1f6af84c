/** Steps down at once and up slowly: after each failed step up the next wait is longer. Pure. */

/** The load since the last call of `adjust`. */
export type Load = 'heavy' | 'bearable' | 'light';

interface Pace {
  /** Minimum time between two steps down, because the first must take effect. */
  readonly downEveryMs: number;
  /** The load must be light for this long before a step up. */
  readonly upAfterMs: number;
}

const LONGEST_WAIT_MS = 120_000;
/** A step up that fails sooner was a mistake. */
const CLIMB_PROVEN_MS = 30_000;

/** Levels count from 0, the best, down to `lowest`. Returns the adjustment, to be called about once a second. */
export function createLadder(lowest: number, pace: Pace): (load: Load, atMs: number) => number {
  let level = 0;
  let movedAtMs = -Infinity;
  let climbedAtMs = -Infinity;
  let lightSinceMs: number | null = null;
  let { upAfterMs } = pace;

  const stepDown = (atMs: number) => {
    if (level === lowest || atMs - movedAtMs < pace.downEveryMs) return;
    const hasFailed = atMs - climbedAtMs < CLIMB_PROVEN_MS;
    if (hasFailed) upAfterMs = Math.min(LONGEST_WAIT_MS, upAfterMs * 2);
    [climbedAtMs, movedAtMs] = [-Infinity, atMs];
    level += 1;
  };
  const stepUp = (atMs: number) => {
    lightSinceMs ??= atMs;
    const isProven = climbedAtMs > -Infinity && atMs - climbedAtMs >= CLIMB_PROVEN_MS;
    if (isProven) ({ upAfterMs } = pace);
    if (level === 0 || atMs - lightSinceMs < upAfterMs) return;
    level -= 1;
    [climbedAtMs, movedAtMs, lightSinceMs] = [atMs, atMs, atMs];
  };
  return (load, atMs) => {
    if (load !== 'light') lightSinceMs = null;
    if (load === 'heavy') stepDown(atMs);
    if (load === 'light') stepUp(atMs);
    return level;
  };
}
