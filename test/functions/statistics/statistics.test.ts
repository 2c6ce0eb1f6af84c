/** A watched broadcast on the local API, minute by minute, with a clock that stands still between them. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statisticsDeps } from '#functions/composition/tick/statistics-deps.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { windowAt } from '#functions/presence/presence-sampling.ts';
import { onStatisticsTick } from '#functions/statistics/rollup.service.ts';
import { statisticsPartition } from '#functions/statistics/statistics.item.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { startLocalApi, type LocalApi, type TestUser } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';

let site: LocalApi;
let startMs: number;
beforeAll(async () => {
  // In the middle of a window of presence and of a minute.
  startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 4;
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  site = await startLocalApi({ ivs: true });
});
afterAll(() => site.close());

const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

/** Sums up what is due within the next hour. */
const rollUp = () =>
  onStatisticsTick({
    ...statisticsDeps(site.table),
    listDue: () => statisticsDeps(site.table).listDue(Date.now() + HOUR_MS),
  });

const read = (user: TestUser, path: string) => site.api('GET', `/statistics/${path}`, { token: user.token });

const ofPeriod = async (user: TestUser, days = 7) =>
  expectSuccess('GET /statistics/{id}/days/{days}', await read(user, `${user.id}/days/${days}`));

async function goLive({ id, token }: TestUser): Promise<void> {
  const body = { title: 'A quiet fan', game: 'Box Fans' };
  expectSuccess('POST /streaming/start', await site.api('POST', '/streaming/start', { token, body }));
  await reportStream(site, { id }, 'Stream Start', { laterS: 0 });
}

const stop = async ({ token }: TestUser) => {
  expectSuccess('POST /streaming/stop', await site.api('POST', '/streaming/stop', { token }));
};

/** The viewers report, and then the tick counts them. */
async function minute({ id }: TestUser, viewers: number): Promise<void> {
  const presence = presenceRepository(site.table);
  const report = { window: windowAt(Date.now()), reportEvery: 1, weight: 1 };
  for (let n = 0; n < viewers; n++) await presence.add(id, { ...report, viewer: `viewer ${n}` });
  await site.deliver(TICK);
  vi.setSystemTime(Date.now() + MINUTE_MS);
}

const say = async ({ id }: TestUser, { token }: TestUser, message: string) =>
  expectSuccess('POST /chat/{id}', await site.api('POST', `/chat/${id}`, { token, body: { message } }));

async function aWatchedBroadcast(viewers: readonly number[]): Promise<TestUser> {
  const user = await site.aUser();
  const fan = await site.aUser();
  await goLive(user);
  for (const [at, count] of viewers.entries()) {
    if (at === 1) {
      expectSuccess('POST /follows/{id}', await site.api('POST', `/follows/${user.id}`, fan));
      await say(user, fan, 'Lovely blades');
      await say(user, fan, 'And so quiet');
    }
    await minute(user, count);
  }
  await stop(user);
  return user;
}

describe('the statistics of a broadcast', () => {
  it('are what was counted each minute, and the same when they are summed up twice', async () => {
    const user = await aWatchedBroadcast([2, 6]);
    await rollUp();
    const once = await ofPeriod(user);
    const figures = {
      peak_viewers: 6,
      average_viewers: 4,
      live_hours: 0.03,
      watched_hours: 0.13,
      video_views: 0,
      messages: 2,
      new_followers: 1,
    };
    expect(once.total).toEqual(figures);
    expect(once.days.map(({ peak_viewers }) => peak_viewers)).toContain(6);
    const list = expectSuccess('GET /statistics/{id}/broadcasts', await read(user, `${user.id}/broadcasts`));
    expect(list).toMatchObject([
      { title: 'A quiet fan', peak_viewers: 6, average_viewers: 4, messages: 2, new_followers: 1 },
    ]);
    const path = `${user.id}/broadcasts/${list[0]!.started_at}`;
    const details = expectSuccess('GET /statistics/{id}/broadcasts/{started_at}', await read(user, path));
    expect(details.points.map(({ viewers, messages, followers }) => [viewers, messages, followers])).toEqual([
      [2, 0, 0],
      [6, 2, 1],
    ]);
    await rollUp();
    expect(await ofPeriod(user)).toEqual(once);
  });

  it('are summed up again while it goes on', async () => {
    const user = await site.aUser();
    await goLive(user);
    await minute(user, 3);
    await rollUp();
    expect((await ofPeriod(user)).total).toMatchObject({ peak_viewers: 3, live_hours: 0.02 });
    expect(await dueOf(user)).toHaveLength(1);
    await minute(user, 5);
    await stop(user);
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
    await rollUp();
    expect((await ofPeriod(user)).total).toMatchObject({ peak_viewers: 5, average_viewers: 4 });
    expect(await dueOf(user)).toEqual([]);
    vi.setSystemTime(startMs);
  });

  const dueOf = ({ id }: TestUser) =>
    queryAll(site.table, {
      KeyConditionExpression: 'pk = :pk AND sk = :due',
      ExpressionAttributeValues: { ':pk': statisticsPartition(id), ':due': 'DUE' },
    });
});

describe('the statistics of a channel', () => {
  it('count followers who come while it is offline, and who leave', async () => {
    const [user, fan, other] = [await site.aUser(), await site.aUser(), await site.aUser()];
    for (const { token } of [fan, other]) await site.api('POST', `/follows/${user.id}`, { token });
    expect((await ofPeriod(user)).total.new_followers).toBe(2);
    await site.api('DELETE', `/follows/${user.id}`, { token: fan.token });
    await foldCounters(site.table);
    expect((await ofPeriod(user)).total.new_followers).toBe(1);
  });

  it('are compared with the days before', async () => {
    const user = await site.aUser();
    const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const deps = statisticsDeps(site.table);
    const broadcast = { minutes: 60, peak: 9, messages: 1, firstFollowers: 0, lastFollowers: 0 };
    for (const [daysAgo, viewerMinutes] of [
      [0, 60],
      [6, 120],
      [7, 600],
      [13, 60],
      [14, 6000],
    ] as const) {
      const atMs = hourMs - daysAgo * 24 * HOUR_MS;
      const part = { ...broadcast, viewerMinutes, startMs: atMs, lastAtMs: atMs };
      await deps.save(user.id, { hourMs: atMs, title: '', broadcasts: [part] });
    }
    const { total, before, days } = await ofPeriod(user);
    expect([total.watched_hours, before.watched_hours]).toEqual([3, 11]);
    expect(days).toHaveLength(2);
  });

  it('are for its owner, and for moderators where the owner allows it and shows the viewers', async () => {
    const [user, moderator, viewer] = [await site.aUser(), await site.aUser(), await site.aUser()];
    const { token } = user;
    await site.api('PUT', `/rooms/${user.id}/moderators/${moderator.username}`, { token });
    const asked = ({ token: of }: TestUser) =>
      site.api('GET', `/statistics/${user.id}/days/28`, { token: of });
    const share = (token: string, for_moderators: boolean) =>
      site.api('PUT', `/statistics/${user.id}/settings`, { token, body: { for_moderators } });
    expectError(await asked(moderator), 'forbidden');
    expectError(await share(moderator.token, true), 'forbidden');
    expectSuccess('PUT /statistics/{id}/settings', await share(token, true));
    expect(expectSuccess('GET /statistics/{id}/days/{days}', await asked(moderator)).for_moderators).toBe(
      true,
    );
    expectError(await asked(viewer), 'forbidden');
    expectError(await site.api('GET', `/statistics/${user.id}/days/28`), 'unauthenticated');
    await site.api('PATCH', '/streamers/status', { token, body: { hides_viewers: true } });
    expectError(await asked(moderator), 'forbidden');
    expectSuccess('GET /statistics/{id}/days/{days}', await asked(user));
  });

  it('refuse other periods, and unknown broadcasts', async () => {
    const user = await site.aUser();
    expectError(await read(user, `${user.id}/days/8`), 'invalid_request');
    expectError(await read(user, `${user.id}/broadcasts/2026-01-01T00:00:00.000Z`), 'not_found');
    expectError(await read(user, `${user.id}/broadcasts/yesterday`), 'invalid_request');
    expectError(await read(user, '01ARZ3NDEKTSV4RRFFQ69G5FAV/days/7'), 'not_found');
  });
});
