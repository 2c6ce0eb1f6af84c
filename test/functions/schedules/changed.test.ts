/** People who want to be reminded of a broadcast are notified when it is moved or cancelled. */
import { ulid } from 'ulid';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { affectsDay, noticeOfChange } from '#functions/schedules/changes.ts';
import { peopleToNotify } from '#functions/schedules/reminders/reminders.service.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { withDay, withoutPlan, withPlan, type PlanRecord } from '#functions/schedules/schedule.ts';
import type { PlanBody } from '#shared/channels/schedules.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { startPushService, type TestBrowser } from '#test/support/browser/push/push-service.ts';
import { aPlan, aPlanBody, PLAN_ID } from '#test/support/api/schedules/plans.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const DAY_MS = 24 * 60 * 60_000;

let ada: TestUser;
let ben: TestUser;
const service = await startPushService();
const site = await localApi({ mail: true, news: { pushOrigins: [service.origin], hiddenMs: 50 } });
afterAll(() => service.close());
beforeEach(async () => {
  [ada, ben] = [await site.aProvenUser(), await site.aProvenUser()];
});

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const call = (method: string, path: string, { token }: TestUser, body?: object) =>
  site.api(method, path, { token, body });
const body = (over: Partial<PlanBody> = {}) =>
  aPlanBody({ start_date: inDays(2), start_time: '12:00', time_zone: 'UTC', repeat: 'daily', ...over });
const plan = async (over: Partial<PlanBody> = {}, id = ulid()): Promise<string> =>
  expectSuccess(
    'PUT /schedules/plans/{plan_id}',
    await call('PUT', `/schedules/plans/${id}`, ada, body(over)),
  ).id;
const wish = async (id: string, day: string, person = ben) =>
  expectSuccess(
    'PUT /schedules/{channel_id}/reminders/{occurrence_id}',
    await call('PUT', `/schedules/${ada.id}/reminders/${id}_${day}`, person),
  );
const setDay = async (method: 'PUT' | 'DELETE', id: string, day: string) =>
  call(method, `/schedules/plans/${id}/days/${day}`, ada);
const newsOf = async (person: TestUser) =>
  expectSuccess('GET /news', await call('GET', '/news', person)).news.map(({ change, title, timing }) => ({
    change,
    title,
    timing: timing && [timing.repeat, timing.start_date, timing.start_time, timing.time_zone].join(' '),
  }));
async function subscribe(person: TestUser): Promise<TestBrowser> {
  const { push_key } = expectSuccess('GET /news/unread', await call('GET', '/news/unread', person));
  const browser = service.subscribe(push_key);
  expectSuccess('PUT /news/browsers', await call('PUT', '/news/browsers', person, browser.subscription));
  return browser;
}
/** `notices` notices of Ada's changes are written and delivered. */
async function settled(notices: number): Promise<void> {
  const left = async () => {
    const ofAda = (await readAll(site.table)).filter(({ gsi2pk }) => gsi2pk === `NOTICES_OF#${ada.id}`);
    return [ofAda.length, ofAda.filter(({ gsi1pk }) => gsi1pk !== undefined).length];
  };
  await expect.poll(left).toEqual([notices, 0]);
  await expect.poll(() => site.queue?.size().messages).toBe(0);
  expect(service.refused).toEqual([]);
}

describe('a user with a reminder', () => {
  it('is notified once, by each chosen way, when the broadcast moves', async () => {
    const id = await plan({ title: 'Rotors' });
    const browser = await subscribe(ben);
    const { push, mail } = expectSuccess('GET /news/settings', await call('GET', '/news/settings', ben));
    await call('PUT', '/news/settings', ben, { push, mail: { ...mail, reminder: true } });
    await wish(id, inDays(2));
    await wish(id, inDays(3));
    await plan({ title: 'Rotors', start_time: '13:00' }, id);
    await settled(1);
    const timing = `daily ${inDays(2)} 13:00 UTC`;
    expect(await newsOf(ben)).toEqual([{ change: 'moved', title: 'Rotors', timing }]);
    expect(browser.pushes.map(({ payload }) => payload)).toMatchObject([
      {
        title: `${ada.username} rescheduled a broadcast`,
        body: expect.stringMatching(/^Rotors · Every day at 1:00\sPM \(UTC\)$/),
        path: `/channel/${ada.username}`,
      },
    ]);
    const mails = site.pool
      .mailsTo(ben.email)
      .filter(({ subject }) => subject.startsWith(`${ada.username} rescheduled`));
    expect(mails).toHaveLength(1);
    expect(await newsOf(ada)).toEqual([]);
  });

  it('is notified when its day is cancelled or restored, unlike users with reminders of other days', async () => {
    const eve = await site.aUser();
    const id = await plan({ title: 'Rotors' });
    await wish(id, inDays(2));
    await wish(id, inDays(3), eve);
    await setDay('DELETE', id, inDays(2));
    await settled(1);
    await setDay('PUT', id, inDays(2));
    await settled(2);
    const timing = `none ${inDays(2)} 12:00 UTC`;
    expect(await newsOf(ben)).toEqual([
      { change: 'restored', title: 'Rotors', timing },
      { change: 'cancelled', title: 'Rotors', timing },
    ]);
    expect(await newsOf(eve)).toEqual([]);
    await call('DELETE', `/schedules/plans/${id}`, ada);
    await settled(3);
    expect(await newsOf(eve)).toEqual([{ change: 'cancelled', title: 'Rotors', timing: null }]);
  });

  it('is not notified of a new title, category or length, or of another broadcast', async () => {
    const [id, other] = [await plan(), await plan()];
    await wish(id, inDays(2));
    await plan({ title: 'Another name', game: 'Box Fans', duration_min: 45 }, id);
    await plan({ start_time: '13:00' }, other);
    await settled(1);
    expect(await newsOf(ben)).toEqual([]);
  });

  it('is notified once, however often it is requested, noticed and queued', async () => {
    const id = await plan();
    const browser = await subscribe(ben);
    await wish(id, inDays(2));
    for (let again = 0; again < 2; again++) await plan({ start_time: '13:00' }, id);
    await settled(1);
    const notice = (await readAll(site.table)).find(({ gsi2pk }) => gsi2pk === `NOTICES_OF#${ada.id}`);
    const { client, TableName } = site.table;
    // As if the stream brought it a second time: it is due until it was delivered again.
    const again = { ...notice, is_fresh: 'yes', gsi1pk: 'NEWS_DUE', gsi1sk: '2000' };
    await client.send(new PutCommand({ TableName, Item: again }));
    await settled(1);
    expect(await newsOf(ben)).toHaveLength(1);
    expect(browser.pushes).toHaveLength(1);
  });
});

describe('a schedule change', () => {
  const NOW_MS = Date.parse('2026-03-30T12:00Z');
  const before = [aPlan({ repeat: 'daily', start_date: '2026-03-01' })];
  const of = (after: readonly PlanRecord[]) => noticeOfChange('ADA', before, after, NOW_MS);

  it('sends no notification for a broadcast that is over or has begun', () => {
    const notice = of(withoutPlan(before, PLAN_ID, Date.parse('2026-03-30T18:30Z')))!;
    const at = '2026-03-30T18:30:00.000Z';
    const concerned = ['29', '30', '31'].map((day) => affectsDay({ ...notice, at }, `2026-03-${day}`));
    expect(concerned).toEqual([false, false, true]);
  });

  it('notifies only users whose day changed', () => {
    const monday = { ...aPlanBody({ repeat: 'weekly', start_date: '2026-03-01' }), weekdays: ['mon', 'tue'] };
    const notice = of(withPlan(before, PLAN_ID, monday as PlanBody, NOW_MS))!;
    const days = ['2026-03-31', '2026-04-01', '2026-04-06'].map((day) => affectsDay(notice, day));
    expect(notice.change?.kind).toBe('moved');
    expect(days).toEqual([false, true, false]);
  });

  it('of a new plan sends no notification', () => {
    expect(noticeOfChange('ADA', [], before, NOW_MS)).toBeNull();
    expect(of(before)).toBeNull();
  });

  it('is sent page by page, with each reminder in one page', async () => {
    const { add } = remindersRepository(site.table);
    const people = ['A', 'B', 'C'];
    for (const day of ['2026-03-31', '2026-04-01'])
      for (const person of people)
        await add(person, { channelId: ada.id, occurrenceId: `${PLAN_ID}_${day}` }, Date.now() + DAY_MS);
    const notice = { ...of(withDay(before, PLAN_ID, '2026-04-01', false, NOW_MS))!, channelId: ada.id };
    const reported: string[] = [];
    let after: string | undefined;
    do {
      const page = await peopleToNotify(remindersRepository(site.table), notice, { after }, 2);
      for (const { isNotified, personId } of page.members) if (isNotified) reported.push(personId);
      after = page.last;
    } while (after !== undefined);
    expect(reported).toEqual(people);
  });
});
