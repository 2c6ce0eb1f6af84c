/** Days and months of budgets and costs, in UTC. Pure. */

import { DAY_MS } from '#shared/plain/time.ts';

/** ISO 8601. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** `2026-11`. */
export const monthOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 7);

/** The part of a period that lies in the day of its end, in seconds. */
export const secondsOfDay = (fromMs: number, untilMs: number): number =>
  Math.max(0, untilMs - Math.max(fromMs, untilMs - (untilMs % DAY_MS))) / 1000;
