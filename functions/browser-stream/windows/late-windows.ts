/** Which windows live viewers no longer wait for. Pure. */
import type { WindowRow } from '../broadcast.ts';

/**
 * So long after a later window became ready, one that is not holds up no more. Jobs take 2 to 5 s as a rule, and one that
 * fails and is made again is there within 8 s of the next; now and then one takes a minute.
 */
export const LATE_MS = 8000;

/** Those of these that are late at this moment, and not known to be. */
export function lateWindows(windows: readonly WindowRow[], nowMs: number): readonly WindowRow[] {
  const overtook = windows.filter(({ readyAtMs = Infinity }) => readyAtMs + LATE_MS <= nowMs);
  const last = Math.max(-1, ...overtook.map(({ number }) => number));
  return windows.filter(({ number, state }) => state === 'waiting' && number < last);
}
