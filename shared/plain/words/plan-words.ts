/** In ISO 8601 order. */
export const WEEKDAYS = [
  { day: 'mon', name: 'Monday' },
  { day: 'tue', name: 'Tuesday' },
  { day: 'wed', name: 'Wednesday' },
  { day: 'thu', name: 'Thursday' },
  { day: 'fri', name: 'Friday' },
  { day: 'sat', name: 'Saturday' },
  { day: 'sun', name: 'Sunday' },
] as const;

interface Timing {
  readonly start_date: string;
  readonly start_time: string;
  readonly time_zone: string;
  readonly repeat: 'none' | 'daily' | 'weekly' | 'biweekly';
  readonly weekdays: readonly (typeof WEEKDAYS)[number]['day'][];
  readonly end_date: string | null;
}

/** In its own time zone: "Every Monday and Friday at 20:00 (Europe/Berlin), until 30 January 2027". */
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
