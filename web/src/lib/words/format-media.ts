/** Formats sizes, durations and ages. Apart from `format.ts`, which Home loads. */

import { DAY_S, HOUR_S, MINUTE_MS, MINUTE_S } from '../../../../shared/plain/time.ts';
import { useNow } from '../hooks/browser-hooks.ts';
import { language, t } from '../i18n/messages.ts';
import { formatCount } from './format.ts';

const BYTES_PER_MB = 1024 * 1024;

/** 900 → "1 KB", 5_347_737 → "5.1 MB", 524_288_000 → "500 MB" (specification §9). */
export function formatBytes(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1024)} KB`;
  const megabytes = bytes / BYTES_PER_MB;
  return `${megabytes < 100 ? megabytes.toFixed(1).replace('.0', '') : Math.round(megabytes)} MB`;
}

/** Seconds as a clock: 5 → "0:05", 3725 → "1:02:05". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const padded = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / HOUR_S);
  const minutes = Math.floor(whole / MINUTE_S) % 60;
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(whole % 60)}` : `${minutes}:${padded(whole % 60)}`;
}

const STEPS = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['week', 7 * DAY_S],
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
] as const;

const AGES = new Intl.RelativeTimeFormat(language);

/** "just now", "1 minute ago", "3 weeks ago". A clock that runs ahead says "just now". */
export function formatAge(timestamp: string, nowMs: number): string {
  const ageS = (nowMs - Date.parse(timestamp)) / 1000;
  const step = STEPS.find(([, lengthS]) => ageS >= lengthS);
  return step ? AGES.format(-Math.floor(ageS / step[1]), step[0]) : t('common.justNow');
}

/** `formatAge` that stays current. */
export const useAge = (timestamp: string): string => formatAge(timestamp, useNow(MINUTE_MS));

/** "20 November 2026", in the locale's order. */
export const formatDay = (timestamp: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(timestamp));

/** "20 November 2026 at 20:15", in the locale's order and local time. */
export const formatMoment = (timestamp: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(timestamp));

/** 0.4231 → "about $0.42", 0.002 → "less than $0.01". */
export const aboutDollars = (dollars: number): string =>
  dollars < 0.01 ? t('common.lessThanOneCent') : t('common.aboutDollars', { dollars: dollars.toFixed(2) });

const DAY = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** "22 Nov 2026" in local time. */
export const formatShortDay = (iso: string): string => DAY.format(new Date(iso));

/** "1 view", "1.2K views". */
export const viewsText = (count: number): string =>
  t('common.viewCount', { count, number: formatCount(count) });
