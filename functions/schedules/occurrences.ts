import { MINUTE_MS } from '#shared/plain/time.ts';
import { Temporal } from 'temporal-polyfill';
import type { PlanBody, Weekday } from '#shared/channels/schedules.ts';

/** When a plan takes place, in the local time of its time zone. */
export type Timing = Omit<PlanBody, 'title' | 'game'>;

/** Returns only the timing of a plan, with its fields in this order. */
export const timingOf = (plan: Timing): Timing => ({
  start_date: plan.start_date,
  start_time: plan.start_time,
  time_zone: plan.time_zone,
  duration_min: plan.duration_min,
  repeat: plan.repeat,
  weekdays: plan.weekdays,
  end_date: plan.end_date,
});

/** In the order of ISO 8601. */
const WEEK: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const weekdayOf = (day: Temporal.PlainDate): Weekday => WEEK[day.dayOfWeek - 1]!;

/**
 * The canonical form of a timing: `start_date` is the first occurrence, weekdays are unique and in order, and fields that
 * do not apply to the kind of repetition are empty.
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

/** The days of a normalised timing in order, starting at `from`. Infinite for a timing without an end. */
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

/** Weeks start on Monday and are counted from the week of the first day (RFC 5545 §3.3.10: INTERVAL, WKST). */
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

/** One occurrence of a plan: its day in the plan's time zone, and its start and end in ms since 1970. */
export interface Occurrence {
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * When it starts on a day, in ms since 1970. A local time that a clock change skips is read with the offset before the
 * change, and of a repeated one the first is meant (RFC 5545 §3.3.5); Temporal calls this `compatible`.
 */
export const startOn = ({ start_time, time_zone }: Timing, day: Temporal.PlainDate): number =>
  day.toZonedDateTime({ timeZone: time_zone, plainTime: start_time }).epochMilliseconds;

export function occurrenceOn(timing: Timing, day: string): Occurrence {
  const startMs = startOn(timing, Temporal.PlainDate.from(day));
  return { day, startMs, endMs: startMs + timing.duration_min * MINUTE_MS };
}

/** The occurrences of a normalised timing that end after `afterMs`, in order, without cancelled days. May be infinite. */
export function* occurrences(
  timing: Timing & { readonly cancelled: readonly string[] },
  afterMs: number,
): Generator<Occurrence> {
  for (const day of daysOf(timing, dayBefore(timing, afterMs))) {
    const name = day.toString();
    if (timing.cancelled.includes(name)) continue;
    const occurrence = occurrenceOn(timing, name);
    if (occurrence.endMs > afterMs) yield occurrence;
  }
}

/** Occurrences before this day have ended by `timeMs`. One more day allows for clock changes. */
function dayBefore({ time_zone, duration_min }: Timing, timeMs: number): Temporal.PlainDate {
  const began = Temporal.Instant.fromEpochMilliseconds(timeMs - duration_min * MINUTE_MS);
  return began.toZonedDateTimeISO(time_zone).toPlainDate().subtract({ days: 1 });
}
