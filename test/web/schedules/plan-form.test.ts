import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/channels/schedules.ts';
import {
  bodyOf,
  fieldsOf,
  newPlan,
  problemsOf,
  withRepeat,
} from '#web/features/schedules/editor/plan-form.ts';
import { timingWords } from '#web/lib/i18n/timing.ts';
import { occurrencesOf } from '#web/features/schedules/schedules.queries.ts';
import { aPlanBody, PLAN_ID } from '#test/support/api/schedules/plans.ts';

const plan = (over: Partial<Plan> = {}): Plan => ({ id: PLAN_ID, ...aPlanBody(), days: [], ...over });

describe('the broadcast plan form', () => {
  it('sends what was entered, without fields of other recurrences', () => {
    const weekly = plan({ repeat: 'weekly', weekdays: ['mon', 'fri'], end_date: '2026-06-01' });
    const { id: _, days: __, ...body } = weekly;
    expect(bodyOf(fieldsOf(weekly))).toEqual(body);
    expect(bodyOf({ ...fieldsOf(weekly), repeat: 'daily' })).toMatchObject({
      weekdays: [],
      end_date: '2026-06-01',
    });
    expect(bodyOf({ ...fieldsOf(weekly), repeat: 'none' })).toMatchObject({ weekdays: [], end_date: null });
  });

  it('begins tomorrow, also on the evening before a change to summer time', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      expect(newPlan(Date.parse('2026-03-28T22:30:00Z')).start_date).toBe('2026-03-29');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('repeats on the weekday of the first date by default', () => {
    const fields = fieldsOf(plan({ start_date: '2026-03-29' }));
    expect(withRepeat(fields, 'weekly').weekdays).toEqual(['sun']);
    expect(withRepeat({ ...fields, weekdays: ['tue'] }, 'biweekly').weekdays).toEqual(['tue']);
    expect(withRepeat(fields, 'daily').weekdays).toEqual([]);
  });

  it('names missing fields', () => {
    const fields = {
      ...fieldsOf(plan({ title: ' ', game: '', repeat: 'weekly' })),
      start_date: '',
      start_time: '',
    };
    const missing = ['title', 'game', 'start_date', 'start_time', 'weekdays'];
    expect(Object.keys(problemsOf(fields))).toEqual(missing);
    expect(problemsOf(fieldsOf(plan()))).toEqual({});
    expect(problemsOf(fieldsOf(plan({ repeat: 'daily', end_date: '2026-03-28' })))).toHaveProperty(
      'end_date',
    );
  });
});

describe('a plan’s description', () => {
  it.each([
    [{}, 'March 29, 2026 at 20:00 (Europe/Berlin)'],
    [{ repeat: 'daily' }, 'Every day at 20:00 (Europe/Berlin)'],
    [{ repeat: 'weekly', weekdays: ['fri', 'mon'] }, 'Every Monday and Friday at 20:00 (Europe/Berlin)'],
    [
      { repeat: 'biweekly', weekdays: ['sun'], end_date: '2027-01-30', time_zone: 'America/New_York' },
      'Every other Sunday at 20:00 (America/New York), until January 30, 2027',
    ],
  ] as const)('of %j is right', (over, words) => {
    expect(timingWords(plan(over as Partial<Plan>), { hourCycle: 'h23' })).toBe(words);
  });
});

it('the streamer’s page shows the next broadcast that takes place', () => {
  const day = (day: string, is_cancelled = false) => ({
    day,
    starts_at: `${day}T18:00:00.000Z`,
    is_cancelled,
  });
  const plans = [
    plan({ days: [day('2026-04-01'), day('2026-04-02', true), day('2026-04-05')] }),
    plan({ id: `0${PLAN_ID.slice(1)}`, title: 'Another', days: [day('2026-04-03')] }),
  ];
  expect(occurrencesOf(plans).map(({ starts_at }) => starts_at.slice(8, 10))).toEqual(['01', '03', '05']);
  expect(occurrencesOf(plans)[0]).toMatchObject({
    id: `${PLAN_ID}_2026-04-01`,
    ends_at: '2026-04-01T19:30:00.000Z',
  });
});
