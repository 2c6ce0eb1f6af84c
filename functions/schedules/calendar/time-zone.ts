import { Temporal } from 'temporal-polyfill';
import type { ContentLine } from './content-lines.ts';
import { localOf, offset } from './times.ts';

/** So far ahead the changes of a clock are told, if they follow no rule; calendars ask again long before. */
const YEARS_AHEAD = 10;
/** What happens as often in a row, on the same day of the year, is a rule. */
const RULE_YEARS = 6;

/** The moment from which the clock of a zone has another offset. */
interface Change {
  /** What the clock shows then, by the offset of before. */
  readonly at: Temporal.PlainDateTime;
  /** Offsets from UTC, in seconds. */
  readonly before: number;
  readonly after: number;
}

/**
 * A time zone as calendars need it who do not know it by its name (RFC 5545 §3.6.5): what its clock has shown since
 * `fromMs`, and when it will change. Changes that follow the usual rule, such as the last Sunday of March, are told as
 * one; any others one by one for ten years.
 */
export function timeZoneLines(name: string, fromMs: number, nowMs: number): ContentLine[] {
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(name);
  const changes = changesOf(first, Temporal.Instant.fromEpochMilliseconds(Math.max(fromMs, nowMs)));
  return [
    ['BEGIN', 'VTIMEZONE'],
    ['TZID', name],
    ...observance(sinceBefore(first)),
    ...alike(changes).flatMap(observancesOf),
    ['END', 'VTIMEZONE'],
  ];
}

/** What holds at a moment, as if it had begun on that day. */
function sinceBefore(moment: Temporal.ZonedDateTime): Change {
  const seconds = secondsOf(moment);
  const at = moment.toPlainDate().subtract({ days: 1 }).toPlainDateTime();
  return { at, before: seconds, after: seconds };
}

function changesOf(from: Temporal.ZonedDateTime, now: Temporal.Instant): Change[] {
  const until = now.toZonedDateTimeISO(from.timeZoneId).add({ years: YEARS_AHEAD });
  const changes: Change[] = [];
  let change = from.getTimeZoneTransition('next');
  while (change && Temporal.ZonedDateTime.compare(change, until) < 0) {
    const before = secondsOf(change.subtract({ nanoseconds: 1 }));
    const after = secondsOf(change);
    const at = change.toPlainDateTime().add({ seconds: before - after });
    if (before !== after) changes.push({ at, before, after });
    change = change.getTimeZoneTransition('next');
  }
  return changes;
}

const secondsOf = (moment: Temporal.ZonedDateTime): number => Math.round(moment.offsetNanoseconds / 1e9);

/** Those together that change the clock alike. */
const alike = (changes: readonly Change[]): Change[][] => [
  ...Map.groupBy(
    changes,
    ({ before, after, at }) => `${before} ${after} ${at.toPlainTime().toString()}`,
  ).values(),
];

/** Of changes that are alike: one by one until they follow a rule, and then all as one. */
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

/** The rule of days that come once a year; nothing where they have none in common. */
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

/** One more hour than before is daylight saving time; whatever else is standard. */
function observance({ at, before, after }: Change, rule?: string): ContentLine[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    ['BEGIN', kind],
    ['DTSTART', localOf(at)],
    ['TZOFFSETFROM', offset(before)],
    ['TZOFFSETTO', offset(after)],
    ...(rule ? ([['RRULE', rule]] as const) : []),
    ['END', kind],
  ];
}
