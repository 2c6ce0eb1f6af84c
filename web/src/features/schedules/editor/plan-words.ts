/** What a plan is, in words. */
import type { Plan, PlanBody, Weekday } from '../../../../../shared/schedules.ts';

export const WEEKDAYS: readonly { readonly day: Weekday; readonly name: string }[] = [
  { day: 'mon', name: 'Monday' },
  { day: 'tue', name: 'Tuesday' },
  { day: 'wed', name: 'Wednesday' },
  { day: 'thu', name: 'Thursday' },
  { day: 'fri', name: 'Friday' },
  { day: 'sat', name: 'Saturday' },
  { day: 'sun', name: 'Sunday' },
];

type Timing = Pick<
  Plan | PlanBody,
  'start_date' | 'start_time' | 'time_zone' | 'repeat' | 'weekdays' | 'end_date'
>;

/** "Every Monday and Friday at 20:00 (Europe/Berlin), until 30 January 2027". */
export const timingWords = (timing: Timing): string =>
  [
    `${daysWords(timing)} at ${timing.start_time} (${timing.time_zone.replaceAll('_', ' ')})`,
    untilWords(timing),
  ]
    .filter(Boolean)
    .join(', ');

function daysWords({ repeat, weekdays, start_date }: Timing): string {
  if (repeat === 'none') return dayWords(start_date);
  if (repeat === 'daily') return 'Every day';
  const names = WEEKDAYS.filter(({ day }) => weekdays.includes(day)).map(({ name }) => name);
  return `${repeat === 'weekly' ? 'Every' : 'Every other'} ${listed(names)}`;
}

const untilWords = ({ repeat, end_date }: Timing): string =>
  repeat === 'none' || end_date === null ? '' : `until ${dayWords(end_date)}`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** "30 January 2027". */
const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
