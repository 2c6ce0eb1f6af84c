/** Planned broadcasts for tests. */
import fc from 'fast-check';
import { normalised } from '#functions/schedules/occurrences.ts';
import type { PlanRecord } from '#functions/schedules/schedule.ts';
import { Weekday, type PlanBody } from '#shared/channels/schedules.ts';

export const PLAN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A broadcast on Sunday, the 29th of March 2026, the day on which Berlin's clocks are put forward. */
export const aPlanBody = (over: Partial<PlanBody> = {}): PlanBody => ({
  title: 'Blades at night',
  game: 'Ceiling Fans',
  start_date: '2026-03-29',
  start_time: '20:00',
  time_zone: 'Europe/Berlin',
  duration_min: 90,
  repeat: 'none',
  weekdays: [],
  end_date: null,
  ...over,
});

export function aPlan(over: Partial<PlanRecord> = {}): PlanRecord {
  const { title, game, ...timing } = aPlanBody(over);
  return {
    id: PLAN_ID,
    title,
    game,
    ...normalised(timing),
    cancelled: [],
    sequence: 0,
    changed_at: '2026-03-01T12:00:00.000Z',
    is_cancelled: false,
    ...over,
    ...normalised(timing),
  };
}

/** Zones whose clocks change by an hour, by half of one, not any more, at midnight, by no usual rule, and never did. */
export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Gaza',
  'America/Santiago',
  'Pacific/Chatham',
  'America/St_Johns',
  'Asia/Kolkata',
  'UTC',
];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows, as `Sun 2026-03-29 20:00`; by another library than the one under test. */
export function clockOf(timeMs: number, timeZone: string): string {
  const format = (clocks.get(timeZone) ?? clocks.set(timeZone, newClock(timeZone)).get(timeZone))!;
  const parts = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
  return `${parts['weekday']} ${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}`;
}

const newClock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** How often the clock of a zone shows a time on a day: once, except for the nights on which it is put forward or back. */
export function timesListed(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}Z`);
  const quarters = Array.from({ length: 4 * 27 }, (_, quarter) => asUtc + (quarter - 4 * 14) * 15 * 60_000);
  return quarters.filter((timeMs) => clockOf(timeMs, timeZone).endsWith(`${day} ${time}`)).length;
}

const two = (value: number): string => String(value).padStart(2, '0');

const aDay = (from: string, to: string): fc.Arbitrary<string> =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

/** Any plan that begins in the year 2026, with days of it that are cancelled. */
export const anyPlan: fc.Arbitrary<PlanRecord> = fc
  .record({
    start_date: aDay('2026-01-01', '2026-12-31'),
    // Most often at night, when clocks are put forward and back.
    start_time: fc
      .tuple(
        fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
        fc.integer({ min: 0, max: 59 }),
      )
      .map((parts) => parts.map(two).join(':')),
    time_zone: fc.constantFrom(...ZONES),
    duration_min: fc.integer({ min: 5, max: 1440 }),
    repeat: fc.constantFrom('none', 'daily', 'weekly', 'biweekly'),
    weekdays: fc.subarray([...Weekday.options]),
    end_date: fc.option(aDay('2027-01-01', '2028-06-30')),
  })
  .map((timing) => aPlan(timing));
