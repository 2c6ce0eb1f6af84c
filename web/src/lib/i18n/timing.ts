/** When a planned broadcast takes place, in its own time zone. */

import type { Plan, Weekday } from '../../../../shared/channels/schedules.ts';
import { DAY_MS } from '../../../../shared/plain/time.ts';
import { type Device, formatDate, formatDay } from './dates.ts';
import { t } from './messages.ts';
import { formatList } from './numbers.ts';

/** In ISO 8601 order. */
export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const A_MONDAY_MS = Date.UTC(2026, 10, 30);

/** "Monday"; short: "Mon". */
export const weekdayName = (day: Weekday, weekday: 'long' | 'short' = 'long'): string =>
  formatDate(A_MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS, { weekday }, { timeZone: 'UTC' });

type Timing = Pick<Plan, 'start_date' | 'start_time' | 'time_zone' | 'repeat' | 'weekdays' | 'end_date'>;

/** "Every Monday and Friday at 8:00 PM (Europe/Berlin), until January 30, 2027". */
export function timingWords(plan: Timing, device?: Device): string {
  const { start_date, start_time, repeat, weekdays, end_date } = plan;
  const zoneless = { ...device, timeZone: 'UTC' };
  const startsAt = `${start_date}T${start_time}:00Z`;
  const zone = plan.time_zone.replaceAll('_', ' ');
  if (repeat === 'none')
    return t('schedules.timingOnce', {
      date: formatDate(startsAt, { dateStyle: 'long', timeStyle: 'short' }, zoneless),
      zone,
    });
  return t('schedules.timingRepeated', {
    repeat,
    days: formatList(WEEKDAYS.filter((day) => weekdays.includes(day)).map((day) => weekdayName(day))),
    time: formatDate(startsAt, { timeStyle: 'short' }, zoneless),
    zone,
    ends: end_date === null ? 'other' : 'on',
    end: end_date === null ? '' : formatDay(end_date, zoneless),
  });
}
