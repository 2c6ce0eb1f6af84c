import ICAL from 'ical.js';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { withPlan, type PlanRecord } from '#functions/schedules/schedule.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';
import { MAX_PLANS, MAX_REMINDERS, REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import type { Plan, PlanBody } from '#shared/channels/schedules.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aPlanBody } from '#test/support/api/schedules/plans.ts';

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const DAY_MS = 24 * 60 * 60_000;

let ada: TestUser;
let ben: TestUser;
const site = await localApi();
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
});

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** Tomorrow at noon in UTC. */
const body = (over: Partial<PlanBody> = {}): PlanBody =>
  aPlanBody({ start_date: inDays(1), start_time: '12:00', time_zone: 'UTC', ...over });

const put = (user: TestUser, plan: object, id = ulid()) =>
  site.api('PUT', `/schedules/plans/${id}`, { token: user.token, body: plan });
const plan = async (user: TestUser, over: Partial<PlanBody> = {}, id = ulid()): Promise<Plan> =>
  expectSuccess('PUT /schedules/plans/{plan_id}', await put(user, body(over), id));
const plansOf = async ({ token }: TestUser) =>
  expectSuccess('GET /schedules', await site.api('GET', '/schedules', { token }));
const upcoming = async (id: string, query = '') =>
  expectSuccess('GET /schedules/{channel_id}', await site.api('GET', `/schedules/${id}${query}`));
const setDay = (method: 'PUT' | 'DELETE', { token }: TestUser, id: string, day: string) =>
  site.api(method, `/schedules/plans/${id}/days/${day}`, { token });
const feedOf = (username: string) => site.api('GET', `/schedules/calendars/${username}`);
const eventsOf = async (username: string) => {
  const feed = expectSuccess('GET /schedules/calendars/{username}', await feedOf(username));
  return new ICAL.Component(ICAL.parse(feed) as unknown[]).getAllSubcomponents('vevent');
};

describe('planning a broadcast', () => {
  it('shows the plan to its streamer and the next broadcasts to everybody', async () => {
    const planned = await plan(ada, { repeat: 'daily', end_date: inDays(3) });
    expect(planned.days.map(({ day }) => day)).toEqual([inDays(1), inDays(2), inDays(3)]);
    expect(await plansOf(ada)).toEqual([planned]);
    const occurrences = await upcoming(ada.id);
    expect(occurrences).toHaveLength(3);
    expect(occurrences[0]).toEqual({
      id: `${planned.id}_${inDays(1)}`,
      title: 'Blades at night',
      game: 'Ceiling Fans',
      starts_at: `${inDays(1)}T12:00:00.000Z`,
      ends_at: `${inDays(1)}T13:30:00.000Z`,
    });
    expect(await upcoming(ada.id, '?limit=1')).toHaveLength(1);
    expect(await plansOf(ben)).toEqual([]);
    expect(await upcoming(ben.id)).toEqual([]);
  });

  it('stores a repeated plan once, and replaces a plan that is sent again with other fields', async () => {
    const planned = await plan(ada);
    const before = await eventsOf(ada.username);
    expect(await plan(ada, {}, planned.id)).toEqual(planned);
    expect((await eventsOf(ada.username))[0]!.toString()).toBe(before[0]!.toString());
    await plan(ada, { title: 'Another name' }, planned.id);
    expect(await plansOf(ada)).toMatchObject([{ id: planned.id, title: 'Another name' }]);
    const [event] = await eventsOf(ada.username);
    expect(event!.getFirstPropertyValue('sequence')).toBe(1);
    expect(event!.getFirstPropertyValue('uid')).toBe(before[0]!.getFirstPropertyValue('uid'));
  });

  it('is not sent again to a calendar that has it, until it changes', async () => {
    const planned = await plan(ada);
    const feed = (tag: string) =>
      site.api('GET', `/schedules/calendars/${ada.username}`, { headers: { 'if-none-match': tag } });
    const tag = (await feedOf(ada.username)).headers.get('etag') ?? '';
    expect([(await feed(tag)).status, (await feed(tag)).body]).toEqual([304, undefined]);
    await plan(ada, { title: 'Another name' }, planned.id);
    expect((await feed(tag)).status).toBe(200);
  });

  it('changes the caller’s schedule only, whatever the id', async () => {
    const planned = await plan(ada);
    await plan(ben, { title: 'Mine' }, planned.id);
    expect(await plansOf(ada)).toEqual([planned]);
    const { token } = ben;
    await site.api('DELETE', `/schedules/plans/${planned.id}`, { token });
    expect(await plansOf(ada)).toEqual([planned]);
    expectError(await setDay('DELETE', ben, planned.id, inDays(1)), 'not_found');
    const [[mine], [theirs]] = [await eventsOf(ada.username), await eventsOf(ben.username)];
    expect(mine!.getFirstPropertyValue('uid')).not.toBe(theirs!.getFirstPropertyValue('uid'));
  });

  it.each([
    ['title', { title: ' ' }, 'Title is required.'],
    [
      'text that cannot be seen',
      { title: 'a\u202eb' },
      'Title may not have characters that change the direction of text.',
    ],
    ['day', { start_date: '2026-02-30' }, 'Start date must be a day, such as 2026-11-29.'],
    ['time', { start_time: '24:00' }, 'Start time must be a time, such as 20:00.'],
    ['time zone', { time_zone: 'Europe/Nowhere' }, 'Time zone must be a time zone, such as Europe/Berlin.'],
    [
      'time zone without a summer',
      { time_zone: '+02:00' },
      'Time zone must be a time zone, such as Europe/Berlin.',
    ],
    ['length', { duration_min: 1441 }, 'Length must be at most 1440.'],
    ['weekday', { repeat: 'weekly', weekdays: ['someday'] }, /^Weekdays must be one of: mon/],
    ['end', { repeat: 'daily', end_date: '2020-01-01' }, /already be over/],
    ['time in the past', { start_date: '2020-01-01' }, /already be over/],
    ['time in the far future', { start_date: '2199-01-01' }, /at most 2 years ahead/],
  ])('refuses a wrong %s', async (_, wrong, words) => {
    expect(expectError(await put(ada, { ...body(), ...wrong }), 'invalid_request')).toMatch(words);
    expect(await plansOf(ada)).toEqual([]);
  });

  it('refuses plans above the limit, but accepts changes', async () => {
    const ids = Array.from({ length: MAX_PLANS }, () => ulid());
    const nowMs = Date.now();
    const plans = ids.reduce<readonly PlanRecord[]>((all, id) => withPlan(all, id, body(), nowMs), []);
    await schedulesRepository(site.table).replace(
      ada.id,
      { plans: [], version: 0 },
      { plans, dueMs: null, notice: null },
    );
    expect(expectError(await put(ada, body()), 'conflict')).toMatch(/which is the maximum/);
    await plan(ada, { title: 'Changed' }, ids[0]);
    await site.api('DELETE', `/schedules/plans/${ids[1]}`, { token: ada.token });
    await plan(ada);
    expect(await plansOf(ada)).toHaveLength(MAX_PLANS);
  });

  it('keeps the plans of two simultaneous requests', async () => {
    await Promise.all([plan(ada), plan(ada), plan(ada)]);
    expect(await plansOf(ada)).toHaveLength(3);
  });

  it('requires a signed-in user', async () => {
    expectError(await site.api('GET', '/schedules'), 'unauthenticated');
    expectError(await site.api('PUT', `/schedules/plans/${UNKNOWN_ID}`, { body: body() }), 'unauthenticated');
    expectError(await site.api('DELETE', `/schedules/plans/${UNKNOWN_ID}`), 'unauthenticated');
  });
});

describe('cancelling a broadcast', () => {
  const cancel = ({ token }: TestUser, id: string) => site.api('DELETE', `/schedules/plans/${id}`, { token });

  it('cancels one day and restores it', async () => {
    const { id } = await plan(ada, { repeat: 'daily' });
    const off = expectSuccess(
      'DELETE /schedules/plans/{plan_id}/days/{day}',
      await setDay('DELETE', ada, id, inDays(2)),
    );
    expect(off.days.filter(({ is_cancelled }) => is_cancelled).map(({ day }) => day)).toEqual([inDays(2)]);
    expect((await upcoming(ada.id)).map(({ starts_at }) => starts_at.slice(0, 10))).not.toContain(inDays(2));
    const [event] = await eventsOf(ada.username);
    expect(String(event!.getFirstPropertyValue('exdate'))).toBe(`${inDays(2)}T12:00:00`);
    await setDay('PUT', ada, id, inDays(2));
    expect((await upcoming(ada.id))[1]?.starts_at.slice(0, 10)).toBe(inDays(2));
    expect((await eventsOf(ada.username))[0]!.getFirstPropertyValue('sequence')).toBe(2);
  });

  it('requires a day on which it is planned', async () => {
    const { id } = await plan(ada);
    expectError(await setDay('DELETE', ada, id, inDays(2)), 'not_found');
    expectError(await setDay('DELETE', ada, UNKNOWN_ID, inDays(1)), 'not_found');
    expectError(await setDay('DELETE', ada, id, 'tomorrow'), 'invalid_request');
  });

  it('deletes the whole plan, informs calendars, and ignores late requests', async () => {
    const { id } = await plan(ada, { repeat: 'weekly' });
    for (const again of [1, 2]) {
      const answer = await cancel(ada, id);
      expectSuccess('DELETE /schedules/plans/{plan_id}', answer);
      expect((await eventsOf(ada.username))[0]!.getFirstPropertyValue('sequence'), String(again)).toBe(1);
    }
    expect(await plansOf(ada)).toEqual([]);
    expect(await upcoming(ada.id)).toEqual([]);
    expect((await eventsOf(ada.username))[0]!.getFirstPropertyValue('status')).toBe('CANCELLED');
    expectError(await put(ada, body({ repeat: 'weekly' }), id), 'conflict');
    expectSuccess('DELETE /schedules/plans/{plan_id}', await cancel(ada, UNKNOWN_ID));
  });
});

describe('a channel’s calendar', () => {
  it('is found by username in any case, also when it is empty', async () => {
    expect(await eventsOf(ada.username.toUpperCase())).toEqual([]);
    await plan(ada);
    const answer = await feedOf(ada.username);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('s-maxage=60');
  });

  it('does not exist for an unknown username', async () => {
    expectError(await feedOf('nobody_of_this_name'), 'not_found');
    expectError(await site.api('GET', `/schedules/${UNKNOWN_ID}`), 'not_found');
  });
});

describe('a reminder', () => {
  const at = (channelId: string, occurrence: string) => `/schedules/${channelId}/reminders/${occurrence}`;
  const remind = ({ token }: TestUser, channelId: string, occurrence: string) =>
    site.api('PUT', at(channelId, occurrence), { token });
  const reminders = async ({ token }: TestUser, channelId: string) =>
    expectSuccess(
      'GET /schedules/{channel_id}/reminders',
      await site.api('GET', `/schedules/${channelId}/reminders`, { token }),
    ).occurrence_ids;

  it('is set once, however often it is requested, and removed', async () => {
    const { id } = await plan(ada, { repeat: 'daily' });
    const occurrence = `${id}_${inDays(2)}`;
    for (const answer of [await remind(ben, ada.id, occurrence), await remind(ben, ada.id, occurrence)])
      expectSuccess('PUT /schedules/{channel_id}/reminders/{occurrence_id}', answer);
    expect(await reminders(ben, ada.id)).toEqual([occurrence]);
    expect(await reminders(ada, ada.id)).toEqual([]);
    expect(await reminders(ben, ben.id)).toEqual([]);
    for (const token of [ben.token, ben.token])
      expectSuccess(
        'DELETE /schedules/{channel_id}/reminders/{occurrence_id}',
        await site.api('DELETE', at(ada.id, occurrence), { token }),
      );
    expect(await reminders(ben, ada.id)).toEqual([]);
  });

  it('requires a planned broadcast that is not about to begin', async () => {
    const { id } = await plan(ada, { repeat: 'daily' });
    await setDay('DELETE', ada, id, inDays(2));
    expectError(await remind(ben, ada.id, `${id}_${inDays(2)}`), 'not_found');
    expectError(await remind(ben, ada.id, `${UNKNOWN_ID}_${inDays(1)}`), 'not_found');
    expectError(await remind(ben, ben.id, `${id}_${inDays(1)}`), 'not_found');
    expectError(await remind(ben, ada.id, `${id}_2026-99-99`), 'invalid_request');
    const soon = new Date(Date.now() + REMINDER_LEAD_MS - 60_000).toISOString();
    const begins = { start_date: soon.slice(0, 10), start_time: soon.slice(11, 16) };
    const { id: near } = await plan(ada, begins);
    expect(expectError(await remind(ben, ada.id, `${near}_${soon.slice(0, 10)}`), 'conflict')).toMatch(
      /about to/,
    );
  });

  it('is limited in number, and requires a signed-in user', async () => {
    const { id } = await plan(ada, { repeat: 'daily' });
    const { add } = remindersRepository(site.table);
    const days = Array.from({ length: MAX_REMINDERS - 1 }, (_, at) => `${id}_${inDays(at + 3)}`);
    await Promise.all(
      days.map((occurrenceId) => add(ben.id, { channelId: ada.id, occurrenceId }, Date.now() + DAY_MS)),
    );
    expect((await remind(ben, ada.id, `${id}_${inDays(1)}`)).status).toBe(204);
    const oneMore = await remind(ben, ada.id, `${id}_${inDays(2)}`);
    expect(expectError(oneMore, 'conflict')).toMatch(/which is the maximum/);
    expectError(await site.api('PUT', at(ada.id, days[0]!)), 'unauthenticated');
    expectError(await site.api('GET', `/schedules/${ada.id}/reminders`), 'unauthenticated');
  });
});
