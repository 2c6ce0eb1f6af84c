import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occurrences } from '#functions/schedules/occurrences.ts';
import { Weekday } from '#shared/channels/schedules.ts';
import { tries } from '#test/support/runner/effort.ts';
import { anyPlan, aPlan, clockOf, timesListed } from '#test/support/api/schedules/plans.ts';
import type { PlanRecord } from '#functions/schedules/schedule.ts';

/** When a plan begins from a time on, in UTC. */
const starts = (over: Partial<PlanRecord>, after: string, number: number): string[] =>
  occurrences(aPlan(over), Date.parse(after))
    .take(number)
    .toArray()
    .map(({ startMs }) => new Date(startMs).toISOString());

const weekdayOf = (day: string): Weekday => Weekday.options[(new Date(day).getUTCDay() + 6) % 7]!;

describe('a planned broadcast', () => {
  it('takes place once without recurrence', () => {
    expect(starts({}, '2026-01-01', 3)).toEqual(['2026-03-29T18:00:00.000Z']);
    expect(starts({}, '2026-03-29T19:29:59Z', 3)).toEqual(['2026-03-29T18:00:00.000Z']);
    expect(starts({}, '2026-03-29T19:30:00Z', 3)).toEqual([]);
  });

  it('keeps its local hour in winter and summer', () => {
    expect(starts({ repeat: 'daily', start_date: '2026-03-01' }, '2026-03-28', 3)).toEqual([
      '2026-03-28T19:00:00.000Z',
      '2026-03-29T18:00:00.000Z',
      '2026-03-30T18:00:00.000Z',
    ]);
  });

  it('moves an hour when the clock skips its time, and takes the first of two equal times', () => {
    const night = { repeat: 'daily', start_time: '02:30', duration_min: 30 } as const;
    expect(starts({ ...night, start_date: '2026-03-28' }, '2026-03-28', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(starts({ ...night, start_date: '2026-10-24' }, '2026-10-24', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('recurs weekly on each chosen day', () => {
    const weekly = { repeat: 'weekly', weekdays: ['fri', 'mon'], start_date: '2026-06-03' } as const;
    expect(starts({ ...weekly, weekdays: [...weekly.weekdays] }, '2026-06-01', 3)).toEqual([
      '2026-06-05T18:00:00.000Z',
      '2026-06-08T18:00:00.000Z',
      '2026-06-12T18:00:00.000Z',
    ]);
  });

  it('recurs every other week, counted from its first week', () => {
    expect(
      starts({ repeat: 'biweekly', weekdays: ['mon'], start_date: '2026-06-03' }, '2026-06-20', 2),
    ).toEqual(['2026-06-22T18:00:00.000Z', '2026-07-06T18:00:00.000Z']);
  });

  it('recurs up to and including its last day, except on cancelled days', () => {
    const until = { repeat: 'daily', end_date: '2026-04-01', cancelled: ['2026-03-30'] } as const;
    expect(starts({ ...until, cancelled: [...until.cancelled] }, '2026-03-29', 9)).toEqual([
      '2026-03-29T18:00:00.000Z',
      '2026-03-31T18:00:00.000Z',
      '2026-04-01T18:00:00.000Z',
    ]);
  });

  it('is in order, on chosen days and at its hour for any plan (property)', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 700 }), (plan, days) => {
        const afterMs = Date.parse('2026-01-01') + days * 24 * 60 * 60_000;
        const found = occurrences(plan, afterMs).take(25).toArray();
        const times = found.map(({ startMs }) => startMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(new Set(found.map(({ day }) => day)).size).toBe(found.length);
        expect(found.every(({ endMs }) => endMs > afterMs)).toBe(true);
        const weekdays = found.map(({ day }) => weekdayOf(day));
        const chosen = plan.weekdays.length > 0 ? plan.weekdays : Weekday.options;
        expect(weekdays.filter((weekday) => !chosen.includes(weekday))).toEqual([]);
        const elsewhen = found.filter(
          ({ day, startMs }) =>
            clockOf(startMs, plan.time_zone).toLowerCase() !== `${weekdayOf(day)} ${day} ${plan.start_time}`,
        );
        // On these days the clock never shows it.
        const visible = elsewhen.map(({ day }) => timesListed(day, plan.start_time, plan.time_zone));
        expect(visible.filter((times) => times > 0)).toEqual([]);
      }),
      { numRuns: tries(80) },
    );
  });

  it('is the same from whatever date the search starts (property)', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 29 }), (plan, at) => {
        const all = occurrences(plan, Date.parse('2025-12-01')).take(30).toArray();
        const from = all[at];
        if (!from) return;
        expect(
          occurrences(plan, from.endMs - 1)
            .take(30 - at)
            .toArray(),
        ).toEqual(
          // One that lasts longer than the next one is away is over before it.
          all.slice(at).filter(({ endMs }) => endMs >= from.endMs),
        );
      }),
      { numRuns: tries(80) },
    );
  });
});
