import fc from 'fast-check';
import type ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '#functions/schedules/calendar/calendar.ts';
import { occurrences } from '#functions/schedules/occurrences.ts';
import type { PlanRecord } from '#functions/schedules/schedule.ts';
import { tries } from '#test/support/runner/effort.ts';
import { parseCalendar, startsOf } from '#test/support/api/schedules/calendars.ts';
import { anyPlan, aPlan, PLAN_ID, timesListed, ZONES } from '#test/support/api/schedules/plans.ts';

const CHANNEL = { id: '01BX5ZZKBKACTAV9WEVGEMMVRZ', username: 'ada', display_name: 'Ada' };
const NOW_MS = Date.parse('2026-03-01');

const feed = (...plans: PlanRecord[]): string => calendarOf(CHANNEL, plans, NOW_MS);
const parsed = (...plans: PlanRecord[]) => parseCalendar(feed(...plans));
const eventOf = (plan: PlanRecord) => parsed(plan).getFirstSubcomponent('vevent')!;

/**
 * Both say the same of each of the first occurrences. Not of a time that the clock shows twice or leaves out that night,
 * which this library reads otherwise than RFC 5545 §3.3.5: ours is tried by hand.
 */
function expectSameTimes(plan: PlanRecord, number: number): void {
  const ours = occurrences(plan, 0).take(number).toArray();
  const theirs = startsOf(parsed(plan), number);
  expect(theirs).toHaveLength(ours.length);
  const isClear = ({ day }: { day: string }) => timesListed(day, plan.start_time, plan.time_zone) === 1;
  const differing = ours.filter(({ startMs }, at) => startMs !== theirs[at]);
  expect(differing.filter(isClear)).toEqual([]);
}

describe('the calendar of a channel', () => {
  it('has CRLF lines of at most 75 octets, which parse to the same events', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 140 }), (title) => {
        const plan = aPlan({ title, game: 'Fans, of all kinds; and \\ more' });
        const calendar = feed(plan);
        expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true);
        for (const line of calendar.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
          expect(line).not.toMatch(/[\r\n]/);
        }
        expect(eventOf(plan).getFirstPropertyValue('summary')).toBe(title.replaceAll(/\r\n|\r/g, '\n'));
        expect(eventOf(plan).getFirstPropertyValue('categories')).toBe(plan.game);
      }),
      { numRuns: tries(60) },
    );
  });

  it('gives each event its UID, sequence and status', () => {
    const changed = aPlan({ sequence: 3, changed_at: '2026-03-02T08:09:10.000Z' });
    const value = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name));
    const event = eventOf(changed);
    expect(value(event, 'uid')).toBe(`${CHANNEL.id}.${PLAN_ID}@fanfare`);
    expect(value(event, 'sequence')).toBe('3');
    expect(value(event, 'dtstamp')).toBe('2026-03-02T08:09:10Z');
    expect(value(event, 'last-modified')).toBe('2026-03-02T08:09:10Z');
    expect(value(event, 'status')).toBe('CONFIRMED');
    expect(value(event, 'duration')).toBe('PT90M');
    expect(value(eventOf({ ...changed, is_cancelled: true }), 'status')).toBe('CANCELLED');
    expect(value(eventOf({ ...changed, cancelled: ['2026-03-29'] }), 'status')).toBe('CANCELLED');
  });

  it('contains each time zone once, as a rule where there is one', () => {
    const calendar = parsed(aPlan(), aPlan({ id: CHANNEL.id }), aPlan({ time_zone: 'America/New_York' }));
    const zones = calendar.getAllSubcomponents('vtimezone');
    expect(zones.map((zone) => zone.getFirstPropertyValue('tzid'))).toEqual([
      'Europe/Berlin',
      'America/New_York',
    ]);
    expect(feed(aPlan())).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n');
    expect(feed(aPlan())).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n');
  });

  it('is empty but valid when nothing is planned', () => {
    expect(parsed().getFirstPropertyValue('version')).toBe('2.0');
    expect(parsed().getAllSubcomponents('vevent')).toEqual([]);
  });

  it.each(ZONES)('has the right local time on each day of two years in %s', (time_zone) => {
    for (const start_time of ['00:30', '02:30', '20:00']) {
      const plan = aPlan({ time_zone, start_time, start_date: '2026-01-01', repeat: 'daily' });
      expectSameTimes(plan, 730);
    }
  });

  it('has the same times as the channel’s page through two clock changes', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(fc.nat({ max: 59 }), { maxLength: 5 }), (whole, off) => {
        const days = occurrences(whole, 0).take(60).toArray();
        // Never all of them: what does not repeat is off with its only day.
        const cancelled = off.flatMap((at) => (at > 0 && days[at] ? [days[at].day] : [])).toSorted();
        const plan = { ...whole, cancelled: [...new Set(cancelled)] };
        expectSameTimes(plan, 400);
      }),
      { numRuns: tries(60) },
    );
  });
});
