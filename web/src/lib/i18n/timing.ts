/** When a planned broadcast takes place, in its own time zone. */

import type { Plan, Weekday } from '#shared/channels/schedules.ts';
import { timingValues, weekdayMs } from '#shared/plain/schedules/plan-timing.ts';
import { type Device, DEVICE_HOURS, formatDate } from './dates.ts';
import { language, t } from './messages.ts';

/** "Monday"; short: "Mon". */
export const weekdayName = (day: Weekday, weekday: 'long' | 'short' = 'long'): string =>
  formatDate(weekdayMs(day), { weekday }, { timeZone: 'UTC' });

type Timing = Pick<Plan, 'start_date' | 'start_time' | 'time_zone' | 'repeat' | 'weekdays' | 'end_date'>;

/** "Every Monday and Friday at 8:00 PM (Europe/Berlin), until January 30, 2027". */
export function timingWords(plan: Timing, { hourCycle = DEVICE_HOURS }: Device = {}): string {
  const { once, repeated } = timingValues(plan, language, hourCycle);
  return once ? t('schedules.timingOnce', once) : t('schedules.timingRepeated', repeated);
}
