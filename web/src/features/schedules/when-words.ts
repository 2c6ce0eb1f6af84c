/** Formats times of planned broadcasts in local time and the page's language. */

import { DAY_MS } from '#shared/plain/time.ts';
import { type Device, formatDate, formatTime } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface Span {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** "Now, until 9:30 PM", "Today, 8:00 PM", "Friday 8:00 PM" within a week, else "Fri, Dec 4, 8:00 PM". */
export function whenWords({ starts_at, ends_at }: Span, nowMs: number, device?: Device): string {
  const startMs = Date.parse(starts_at);
  if (startMs <= nowMs) return t('schedules.nowUntil', { endsAt: formatTime(ends_at, device) });
  const daysAway = (dayOf(startMs, device) - dayOf(nowMs, device)) / DAY_MS;
  const time = formatTime(startMs, device);
  if (daysAway === 0) return t('schedules.todayAt', { time });
  if (daysAway === 1) return t('schedules.tomorrowAt', { time });
  if (daysAway < 7) return formatDate(startMs, { weekday: 'long', ...TIME }, device);
  const isThisYear = daysAway < 300;
  return isThisYear
    ? shortDateTime(starts_at, device)
    : formatDate(startMs, { ...SHORT_DAY, year: 'numeric', ...TIME }, device);
}

const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** "Tue, Dec 1, 8:00 PM". */
export const shortDateTime = (timestamp: string, device?: Device): string =>
  formatDate(timestamp, { ...SHORT_DAY, ...TIME }, device);

/** "Sunday, November 29, 2026 at 8:00 PM GMT+1". */
export const exactly = (timestamp: string, device?: Device): string =>
  formatDate(
    timestamp,
    { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...TIME, timeZoneName: 'short' },
    device,
  );

/** The start of the local date, as UTC time. */
const dayOf = (timeMs: number, { timeZone }: Device = {}): number =>
  // Canada's English dates are those of ISO 8601.
  Date.parse(new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(timeMs));
