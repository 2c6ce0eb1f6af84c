import { setTimeout as sleep } from 'node:timers/promises';

export interface Timer {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Unlike `Date.now`, it does not jump when the clock is set. */
export const PROCESS_TIMER: Timer = { nowMs: () => performance.now(), sleep };

interface Pace {
  readonly everyMs: number;
  /** Items that are not due by then are left. By the timer. */
  readonly untilMs: number;
  readonly timer: Timer;
}

/** Yields items at least `everyMs` apart. What takes longer is not made up for. */
export async function* paced<T>(items: readonly T[], { everyMs, untilMs, timer }: Pace): AsyncGenerator<T> {
  let dueMs = timer.nowMs();
  for (const item of items) {
    const earlyMs = dueMs - timer.nowMs();
    if (earlyMs > 0) await timer.sleep(earlyMs);
    if (timer.nowMs() >= untilMs) return;
    dueMs = Math.max(dueMs, timer.nowMs()) + everyMs;
    yield item;
  }
}
