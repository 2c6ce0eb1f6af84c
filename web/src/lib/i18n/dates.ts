/**
 * Dates and times in the page's language: an age for what has just happened ("5 minutes ago"), a long date with the month
 * in full, a short one in tables and labels, all in the time zone and with the 12 or 24 hours of the device.
 */

import { DAY_S, HOUR_S, MINUTE_MS, MINUTE_S } from '#shared/plain/time.ts';
import { language, t } from './messages.ts';

/** Another device, for tests. @default this one */
export interface Device {
  readonly timeZone?: string;
  readonly hourCycle?: Intl.DateTimeFormatOptions['hourCycle'];
}

export const DEVICE_HOURS = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  .hourCycle;

/** A date, or a part of one, in the order and with the words of the language. */
export function formatDate(
  time: string | number,
  parts: Intl.DateTimeFormatOptions,
  device: Device = {},
): string {
  const { hourCycle = DEVICE_HOURS, timeZone } = device;
  const options = { ...parts, ...(hourCycle && { hourCycle }), ...(timeZone && { timeZone }) };
  return new Intl.DateTimeFormat(language, options).format(new Date(time));
}

/** "November 20, 2026". */
export const formatDay = (time: string, device?: Device): string =>
  formatDate(time, { dateStyle: 'long' }, device);

/** "Nov 20, 2026". */
export const formatShortDay = (time: string): string => formatDate(time, { dateStyle: 'medium' });

/** A date without a time, "2026-11-20", as "Nov 20, 2026". */
export const formatPlainDay = (day: string): string =>
  formatDate(day, { dateStyle: 'medium' }, { timeZone: 'UTC' });

/** "November 20, 2026 at 8:15 PM". */
export const formatMoment = (time: string): string =>
  formatDate(time, { dateStyle: 'long', timeStyle: 'short' });

/** "8:15 PM". */
export const formatTime = (time: string | number, device?: Device): string =>
  formatDate(time, { timeStyle: 'short' }, device);

const STEPS = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['week', 7 * DAY_S],
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
] as const;

/** "just now", "1 minute ago", "3 weeks ago". A clock that runs ahead says "just now". */
export function formatAge(timestamp: string, nowMs: number): string {
  const ageS = (nowMs - Date.parse(timestamp)) / 1000;
  const step = STEPS.find(([, lengthS]) => ageS >= lengthS);
  if (!step) return t('common.justNow');
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(ageS / step[1]), step[0]);
}

/** In minutes and hours only. In English as specification §9 says: "5m ago", "26h ago". */
export function formatShortAge(timestamp: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(timestamp)) / MINUTE_MS);
  if (minutes < 1) return t('common.justNow');
  const [value, unit] =
    minutes < 60 ? ([minutes, 'minute'] as const) : ([Math.floor(minutes / 60), 'hour'] as const);
  return language === 'en'
    ? `${value}${unit[0]} ago`
    : new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-value, unit);
}
