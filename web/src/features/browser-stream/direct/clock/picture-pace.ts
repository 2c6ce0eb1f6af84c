/** Leaves out pictures of a camera that takes more than are wanted. Pure; times in ms. */

/** A picture may come early by so much of the time between two. */
const EARLY = 0.3;
/** The next is due so much of it later at the soonest, where one was late. */
const LATE = 0.5;

export class PicturePace {
  #dueMs: number | null = null;

  /** Whether a picture at `ms` is wanted, of `framesPerSecond`. */
  wants(ms: number, framesPerSecond: number): boolean {
    const everyMs = 1000 / framesPerSecond;
    const dueMs = this.#dueMs ?? ms;
    if (ms < dueMs - everyMs * EARLY) return false;
    this.#dueMs = Math.max(dueMs + everyMs, ms + everyMs * LATE);
    return true;
  }
}
