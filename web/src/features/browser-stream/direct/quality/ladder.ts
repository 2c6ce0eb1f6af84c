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

export class Ladder {
  readonly #lowest: number;
  readonly #pace: Pace;
  #level = 0;
  #movedAtMs = -Infinity;
  #climbedAtMs = -Infinity;
  #lightSinceMs: number | null = null;
  #upAfterMs: number;

  /** Levels count from 0, the best, down to `lowest`. */
  constructor(lowest: number, pace: Pace) {
    this.#lowest = lowest;
    this.#pace = pace;
    this.#upAfterMs = pace.upAfterMs;
  }

  /** Adjusts to the load about once a second; returns the level. */
  adjust(load: Load, atMs: number): number {
    if (load !== 'light') this.#lightSinceMs = null;
    if (load === 'heavy') this.#down(atMs);
    if (load === 'light') this.#up(atMs);
    return this.#level;
  }

  #down(atMs: number): void {
    if (this.#level === this.#lowest || atMs - this.#movedAtMs < this.#pace.downEveryMs) return;
    const hasFailed = atMs - this.#climbedAtMs < CLIMB_PROVEN_MS;
    if (hasFailed) this.#upAfterMs = Math.min(LONGEST_WAIT_MS, this.#upAfterMs * 2);
    [this.#climbedAtMs, this.#movedAtMs] = [-Infinity, atMs];
    this.#level += 1;
  }

  #up(atMs: number): void {
    this.#lightSinceMs ??= atMs;
    if (atMs - this.#climbedAtMs >= CLIMB_PROVEN_MS) this.#climbed();
    if (this.#level === 0 || atMs - this.#lightSinceMs < this.#upAfterMs) return;
    this.#level -= 1;
    [this.#climbedAtMs, this.#movedAtMs, this.#lightSinceMs] = [atMs, atMs, atMs];
  }

  /** The last step up has proven stable. */
  #climbed(): void {
    if (this.#climbedAtMs > -Infinity) this.#upAfterMs = this.#pace.upAfterMs;
  }
}
