import { Temporal } from 'temporal-polyfill';
import type { PlanBody, Weekday } from '../../../shared/channels/schedules.ts';

/** When a planned broadcast takes place, on the clock and in the calendar of its time zone. */
export type Timing = Pick<
  PlanBody,
  'start_date' | 'start_time' | 'time_zone' | 'duration_min' | 'repeat' | 'weekdays' | 'end_date'
>;

/** In the order of a week (ISO 8601). */
const WEEK: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const weekdayOf = (day: Temporal.PlainDate): Weekday => WEEK[day.dayOfWeek - 1]!;

/**
 * The same timing in its one form, in which the first day is one on which it takes place: weekdays in order, each once,
 * and none where it does not repeat by them; no last day of what does not repeat.
 */
export function normalised(timing: Timing): Timing {
  const { repeat, start_date } = timing;
  if (repeat === 'none') return { ...timing, weekdays: [], end_date: null };
  if (repeat === 'daily') return { ...timing, weekdays: [] };
  const first = Temporal.PlainDate.from(start_date);
  const chosen = WEEK.filter((day) => timing.weekdays.includes(day));
  const weekdays = chosen.length > 0 ? chosen : [weekdayOf(first)];
  const daysToFirst = [0, 1, 2, 3, 4, 5, 6].find((days) =>
    weekdays.includes(weekdayOf(first.add({ days }))),
  )!;
  return { ...timing, weekdays, start_date: first.add({ days: daysToFirst }).toString() };
}

/** The days on which it takes place, in order, none before `from`. Takes a normalised timing. Endless where that is. */
export function* daysOf(timing: Timing, from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const last = timing.end_date === null ? null : Temporal.PlainDate.from(timing.end_date);
  for (const day of endlessDays(timing, from)) {
    if (last && Temporal.PlainDate.compare(day, last) > 0) return;
    yield day;
  }
}

function* endlessDays(timing: Timing, from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const first = Temporal.PlainDate.from(timing.start_date);
  const since = Temporal.PlainDate.compare(from, first) > 0 ? from : first;
  if (timing.repeat === 'none') {
    if (since.equals(first)) yield first;
    return;
  }
  if (timing.repeat === 'daily') return yield* everyDay(since);
  yield* daysOfWeeks(first, since, timing.repeat === 'weekly' ? 1 : 2, timing.weekdays);
}

function* everyDay(since: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  for (let day = since; ; day = day.add({ days: 1 })) yield day;
}

/** Weeks begin on Monday, and are counted from the one of the first day (RFC 5545 §3.3.10: INTERVAL, WKST). */
function* daysOfWeeks(
  first: Temporal.PlainDate,
  since: Temporal.PlainDate,
  every: number,
  weekdays: readonly Weekday[],
): Generator<Temporal.PlainDate> {
  const firstWeek = mondayOf(first);
  const passed = firstWeek.until(mondayOf(since)).days / 7;
  const counted = Math.floor(passed / every) * every;
  for (let monday = firstWeek.add({ weeks: counted }); ; monday = monday.add({ weeks: every })) {
    const days = weekdays.map((day) => monday.add({ days: WEEK.indexOf(day) }));
    for (const day of days) if (Temporal.PlainDate.compare(day, since) >= 0) yield day;
  }
}

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 });
