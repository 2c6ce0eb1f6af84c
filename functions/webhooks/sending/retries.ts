/** When a failed webhook is tried again. Pure. */
import { WEBHOOK_RETRIED_MS } from '#shared/limits.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';

/** By the number of failures in a row; the last repeats. */
const DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
] as const;
/** Of the delay, so that many webhooks of one failed host come back one after another. */
const JITTER = 0.2;

interface Failing {
  /** In a row, with the latest: from 1. */
  readonly failures: number;
  readonly sinceMs: number;
}

/** `null` after a day of failures. The last attempt is at the end of that day. `random` is from 0 to 1. */
export function nextAttemptMs({ failures, sinceMs }: Failing, nowMs: number, random: number): number | null {
  const untilMs = sinceMs + WEBHOOK_RETRIED_MS;
  if (nowMs >= untilMs) return null;
  const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1]!;
  return Math.min(untilMs, nowMs + Math.round(delayMs * (1 + JITTER * random)));
}
