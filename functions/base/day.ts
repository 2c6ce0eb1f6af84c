/** The days by which the site counts, such as those of budgets, are of UTC. Pure. */

import { DAY_MS } from '../../shared/plain/time.ts';

/** ISO 8601. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** `2026-11`. */
export const monthOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 7);

/** How much of the time from one moment to another lies in the day of the latter, in seconds. */
export const secondsOfDay = (fromMs: number, untilMs: number): number =>
  Math.max(0, untilMs - Math.max(fromMs, untilMs - (untilMs % DAY_MS))) / 1000;
