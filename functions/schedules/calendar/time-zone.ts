import { Temporal } from 'temporal-polyfill';
import { localTime, type ContentLine } from './content-lines.ts';

/** Clock changes that follow no rule are listed for this time; calendars refresh long before its end. */
const YEARS_AHEAD = 10;
/** This many changes in consecutive years, on the same day of the year, are written as a rule. */
const RULE_YEARS = 6;

interface Change {
  /** The local time of the change, by the offset before it. */
  readonly at: Temporal.PlainDateTime;
  /** The time before and after, for their offsets. */
  readonly before: Temporal.ZonedDateTime;
  readonly after: Temporal.ZonedDateTime;
}

/**
 * The VTIMEZONE of a time zone (RFC 5545 §3.6.5), for calendars that do not know it by name: its offset at `fromMs` and
 * its later changes. Changes on the usual rule, such as the last Sunday of March, are written as one rule; all others one
 * by one for ten years.
 */
export function timeZoneLines(name: string, fromMs: number, nowMs: number): ContentLine[] {
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(name);
  const changes = changesOf(first, Temporal.Instant.fromEpochMilliseconds(Math.max(fromMs, nowMs)));
  const dayBefore = first.toPlainDate().subtract({ days: 1 }).toPlainDateTime();
  return [
    ['BEGIN', 'VTIMEZONE'],
    ['TZID', name],
    ...observance({ at: dayBefore, before: first, after: first }),
    ...alike(changes).flatMap(observancesOf),
    ['END', 'VTIMEZONE'],
  ];
}

function changesOf(from: Temporal.ZonedDateTime, now: Temporal.Instant): Change[] {
  const until = now.toZonedDateTimeISO(from.timeZoneId).add({ years: YEARS_AHEAD });
  const changes: Change[] = [];
  let after = from.getTimeZoneTransition('next');
  while (after && Temporal.ZonedDateTime.compare(after, until) < 0) {
    const before = after.subtract({ nanoseconds: 1 });
    const at = before.toPlainDateTime().add({ nanoseconds: 1 });
    if (before.offset !== after.offset) changes.push({ at, before, after });
    after = after.getTimeZoneTransition('next');
  }
  return changes;
}

const alike = (changes: readonly Change[]): Change[][] => [
  ...Map.groupBy(
    changes,
    ({ before, after, at }) => `${before.offset} ${after.offset} ${at.toPlainTime().toString()}`,
  ).values(),
];

/** Writes a group of changes one by one until they follow a rule, and the rest as that rule. */
function observancesOf(changes: readonly Change[]): ContentLine[] {
  const days = changes.map(({ at }) => at.toPlainDate());
  const ruled = days.findIndex((_, at) => at <= days.length - RULE_YEARS && ruleOf(days.slice(at)));
  if (ruled < 0) return changes.flatMap((change) => observance(change));
  return [
    ...changes.slice(0, ruled).flatMap((change) => observance(change)),
    ...observance(changes[ruled]!, ruleOf(days.slice(ruled))),
  ];
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The rule of days that come once a year; `undefined` when they have none in common. */
function ruleOf(days: readonly Temporal.PlainDate[]): string | undefined {
  const isYearly = days.every((day, at) => at === 0 || day.year === days[at - 1]!.year + 1);
  const month = sameOf(days, (day) => day.month);
  const weekday = sameOf(days, (day) => day.dayOfWeek);
  const isLast = days.every((day) => day.day > day.daysInMonth - 7);
  const week = isLast ? -1 : sameOf(days, (day) => Math.ceil(day.day / 7));
  if (!isYearly || month === undefined || weekday === undefined || week === undefined) return undefined;
  return `FREQ=YEARLY;BYMONTH=${month};BYDAY=${week}${WEEKDAYS[weekday - 1]}`;
}

function sameOf<T>(all: readonly T[], read: (one: T) => number): number | undefined {
  const values = new Set(all.map(read));
  return values.size === 1 ? [...values][0] : undefined;
}

/** A larger offset than before is daylight saving time, any other is standard time. */
function observance({ at, before, after }: Change, rule?: string): ContentLine[] {
  const kind = after.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return [
    ['BEGIN', kind],
    ['DTSTART', localTime(at)],
    ['TZOFFSETFROM', offset(before)],
    ['TZOFFSETTO', offset(after)],
    ...(rule ? ([['RRULE', rule]] as const) : []),
    ['END', kind],
  ];
}

/** An offset from UTC (§3.3.14): `+0530`. */
const offset = (time: Temporal.ZonedDateTime): string => time.offset.replaceAll(':', '');
