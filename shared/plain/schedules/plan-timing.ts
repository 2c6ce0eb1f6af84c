import { DAY_MS } from '../time.ts';

/** In ISO 8601 order. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof WEEKDAYS)[number];

const A_MONDAY_MS = Date.UTC(2026, 10, 30);

/** A moment on this weekday, in UTC. */
export const weekdayMs = (day: Weekday): number => A_MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS;

interface Timing {
  readonly start_date: string;
  readonly start_time: string;
  readonly time_zone: string;
  readonly repeat: 'none' | 'daily' | 'weekly' | 'biweekly';
  readonly weekdays: readonly Weekday[];
  readonly end_date: string | null;
}

/**
 * When a planned broadcast takes place, in its own time zone: the values of the message `schedules.timingOnce`, or of
 * `schedules.timingRepeated`. `hourCycle`: the language's own by default.
 */
export function timingValues(
  { start_date, start_time, time_zone, repeat, weekdays, end_date }: Timing,
  language: string,
  hourCycle?: Intl.DateTimeFormatOptions['hourCycle'],
) {
  const format = (timeMs: number, parts: Intl.DateTimeFormatOptions): string => {
    const options = { ...parts, ...(hourCycle && { hourCycle }), timeZone: 'UTC' };
    return new Intl.DateTimeFormat(language, options).format(timeMs);
  };
  const startMs = Date.parse(`${start_date}T${start_time}Z`);
  const zone = time_zone.replaceAll('_', ' ');
  if (repeat === 'none')
    return { once: { date: format(startMs, { dateStyle: 'long', timeStyle: 'short' }), zone } };
  const days = WEEKDAYS.filter((day) => weekdays.includes(day));
  const repeated = {
    repeat,
    days: new Intl.ListFormat(language).format(
      days.map((day) => format(weekdayMs(day), { weekday: 'long' })),
    ),
    time: format(startMs, { timeStyle: 'short' }),
    zone,
    ends: end_date === null ? ('other' as const) : ('on' as const),
    end: end_date === null ? '' : format(Date.parse(end_date), { dateStyle: 'long' }),
  };
  return { repeated };
}
