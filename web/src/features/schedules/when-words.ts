/** Formats times of planned broadcasts in local time and the site's language. */

import { DAY_MS } from '../../../../shared/plain/time.ts';
import { t } from '../../lib/i18n/messages.ts';

const LANGUAGE = 'en-GB';

/** Locale and zone for tests. @default the browser's */
interface Reader {
  readonly timeZone?: string;
  readonly hourCycle?: Intl.DateTimeFormatOptions['hourCycle'];
}

interface Span {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** "Now, until 21:30", "Today, 20:00", "Friday, 20:00" within a week, else "Fri 4 Dec, 20:00". */
export function whenWords({ starts_at, ends_at }: Span, nowMs: number, reader: Reader = {}): string {
  const startMs = Date.parse(starts_at);
  if (startMs <= nowMs) return t('schedules.nowUntil', { endsAt: clock(Date.parse(ends_at), reader) });
  return `${dayWords(startMs, nowMs, reader)}, ${clock(startMs, reader)}`;
}

function dayWords(timeMs: number, nowMs: number, reader: Reader): string {
  const daysAway = (dayOf(timeMs, reader) - dayOf(nowMs, reader)) / DAY_MS;
  if (daysAway === 0) return t('schedules.today');
  if (daysAway === 1) return t('schedules.tomorrow');
  if (daysAway < 7) return format(timeMs, { weekday: 'long' }, reader);
  const isThisYear = daysAway < 300;
  return format(timeMs, isThisYear ? SHORT_DAY : { ...SHORT_DAY, year: 'numeric' }, reader);
}

const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

export const shortly = (timestamp: string, reader: Reader = {}): string => {
  const timeMs = Date.parse(timestamp);
  return `${format(timeMs, SHORT_DAY, reader)}, ${clock(timeMs, reader)}`;
};

/** "Sunday, 29 November 2026 at 20:00 CET". */
export const exactly = (timestamp: string, reader: Reader = {}): string => {
  const timeMs = Date.parse(timestamp);
  const day = format(timeMs, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, reader);
  return `${day} at ${clock(timeMs, reader, { timeZoneName: 'short' })}`;
};

export function durationWords(minutes: number): string {
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  return [h > 0 && `${h} h`, (min > 0 || h === 0) && `${min} min`].filter(Boolean).join(' ');
}

/** The time of day in 12 or 24 hours, by the device's setting. */
function clock(timeMs: number, reader: Reader, more: Intl.DateTimeFormatOptions = {}): string {
  const hourCycle =
    reader.hourCycle ?? new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle;
  const is12 = hourCycle === 'h12' || hourCycle === 'h11';
  return format(
    timeMs,
    { hour: is12 ? 'numeric' : '2-digit', minute: '2-digit', hour12: is12, ...more },
    reader,
  );
}

/** The start of the local date, as UTC time. */
const dayOf = (timeMs: number, { timeZone }: Reader): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(timeMs));

const format = (timeMs: number, how: Intl.DateTimeFormatOptions, { timeZone }: Reader): string =>
  new Intl.DateTimeFormat(LANGUAGE, { ...how, ...(timeZone && { timeZone }) }).format(timeMs);
