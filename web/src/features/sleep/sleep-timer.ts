/** When a night's sound ends, and how it gets there. Pure; times in ms. */

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MS = 24 * HOUR_MINUTES * MINUTE_MS;

/** To choose from. */
export const TIMER_MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 300, 360, 420, 480] as const;

/** How long the sound takes to fade out. */
export const FADE_MS = 2 * MINUTE_MS;

export interface TimerChoice {
  readonly minutes: number;
  /** "HH:MM" on the reader's clock; empty: after `minutes`. */
  readonly until: string;
}

/** When the sound ends, by a choice that was made now. A time of the day that is past is tomorrow's. */
export function endOf({ minutes, until }: TimerChoice, nowMs: number): number {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(until) ?? [];
  if (hour === undefined || minute === undefined) return nowMs + minutes * MINUTE_MS;
  const today = new Date(nowMs).setHours(Number(hour), Number(minute), 0, 0);
  if (today > nowMs) return today;
  // A day that is longer or shorter by an hour is right, too.
  const tomorrow = new Date(nowMs + DAY_MS);
  return tomorrow.setHours(Number(hour), Number(minute), 0, 0);
}

/** How loud it is, from 0 to 1, so long before the end: by the square, as it sounds even. */
export const loudness = (leftMs: number): number => Math.min(1, Math.max(0, leftMs / FADE_MS)) ** 2;

/** "1 hour", "1 hour 30 minutes", "45 minutes". */
export function lengthWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / HOUR_MINUTES), 'hour'],
    [minutes % HOUR_MINUTES, 'minute'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return said.join(' ');
}

/** "1 hour 5 minutes left". */
export function leftWords(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return minutes <= 1 ? 'less than a minute left' : `${lengthWords(minutes)} left`;
}
