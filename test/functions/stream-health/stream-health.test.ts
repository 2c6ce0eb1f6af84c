import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { windowAt } from '#functions/presence/presence-sampling.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { startLocalApi, type LocalApi, type TestUser } from '#test/support/api/local-api.ts';
import { NO_HEALTH } from '#test/support/fixtures/streams.ts';

let site: LocalApi;
beforeAll(async () => {
  // The clock stands still in the middle of a window of presence, so that all reports of a test are in one.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 4 });
  site = await startLocalApi({ ivs: true });
});
afterAll(() => site.close());

const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

const healthOf = async ({ token }: TestUser) =>
  expectSuccess('GET /stream-health', await site.api('GET', '/stream-health', { token }));

async function goLive(user: TestUser) {
  const body = { title: 'A fan', game: 'Box Fans' };
  return expectSuccess(
    'POST /streaming/start',
    await site.api('POST', '/streaming/start', { ...user, body }),
  );
}

/** With a picture, so that it has viewers. */
async function onAir(user: TestUser): Promise<void> {
  await goLive(user);
  await reportStream(site, user, 'Stream Start');
}

describe('the stream health', () => {
  it('is empty while offline, and visible to the owner only', async () => {
    expect(await healthOf(await site.aUser())).toEqual(NO_HEALTH);
    expectError(await site.api('GET', '/stream-health'), 'unauthenticated');
  });

  it('says since when a stream waits for its encoder', async () => {
    const user = await site.aUser();
    const { started_at } = await goLive(user);
    expect(await healthOf(user)).toEqual({ ...NO_HEALTH, source: 'software', started_at });
  });

  it('says since when a picture has stopped', async () => {
    const user = await site.aUser();
    await onAir(user);
    expect(await healthOf(user)).not.toHaveProperty('interrupted_since');
    await reportStream(site, user, 'Stream End', { laterS: 5 });
    const interrupted_since = new Date(Math.floor(Date.now() / 1000 + 5) * 1000).toISOString();
    expect(await healthOf(user)).toMatchObject({ receiving_since: null, interrupted_since });
  });
});

describe('the viewer curve of a broadcast', () => {
  it('has a point per minute, with the median delay', async () => {
    const user = await site.aUser();
    await onAir(user);
    const window = windowAt(Date.now());
    const reports = [
      { viewer: 'a', delayS: 3 },
      { viewer: 'b', delayS: 4.5 },
      { viewer: 'c', delayS: 110 },
      { viewer: 'd' },
    ];
    const presence = presenceRepository(site.table);
    for (const report of reports)
      await presence.add(user.id, { window, reportEvery: 1, weight: 1, ...report });
    await site.deliver(TICK);
    const { viewers_delay_s, audience } = await healthOf(user);
    expect(audience.map(({ viewers, delay_s }) => [viewers, delay_s])).toEqual([[4, 4.5]]);
    expect(viewers_delay_s).toBe(4.5);
  });

  it('has one point per minute, however often the tick runs', async () => {
    const user = await site.aUser();
    const audience = audienceRepository(site.table);
    const atMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (const viewers of [3, 5])
      await audience.add(user.id, { atMs: atMs + viewers, viewers, delayS: null });
    expect(await audience.list(user.id, atMs, atMs + MINUTE_MS)).toEqual([
      { atMs: atMs + 5, viewers: 5, delayS: null },
    ]);
  });

  it('starts with the broadcast', async () => {
    const user = await site.aUser();
    const nowMs = Date.now();
    // A second ago is of the same minute as now.
    for (const atMs of [nowMs - 600_000, nowMs - 1000])
      await audienceRepository(site.table).add(user.id, { atMs, viewers: 9, delayS: 2 });
    await onAir(user);
    expect((await healthOf(user)).audience).toEqual([]);
  });

  it('is limited to half a day and a number of points', async () => {
    const user = await site.aUser();
    const nowMs = Date.now();
    const audience = audienceRepository(site.table);
    const hours = Array.from({ length: 30 }, (_, hour) => nowMs - hour * 3_600_000);
    await Promise.all(hours.map((atMs) => audience.add(user.id, { atMs, viewers: 1, delayS: null })));
    const points = await audience.list(user.id, 0, nowMs);
    expect(points.length).toBeLessThanOrEqual(12);
    expect(points.at(-1)?.atMs).toBeGreaterThan(nowMs - 61_000);
    expect(points.map(({ atMs }) => atMs)).toEqual(points.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  });
});

describe('a viewer’s reported delay', () => {
  const show = async (user: TestUser, shown_at: unknown) => {
    const { body } = await site.api('POST', `/passes/channel/${user.id}`);
    return site.api('POST', `/presence/${user.id}`, {
      body: { pass: (body as { pass: string }).pass, shown_at },
    });
  };

  it('is measured by the server’s clock, and ignored when impossible', async () => {
    const user = await site.aUser();
    await onAir(user);
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    for (const ms of [-60_000, 3_600_000]) expect((await show(user, ago(ms))).status).toBe(200);
    await site.deliver(TICK);
    expect((await healthOf(user)).viewers_delay_s).toBeNull();
    expect((await show(user, ago(7000))).status).toBe(200);
    await site.deliver(TICK);
    const { viewers_delay_s } = await healthOf(user);
    expect(viewers_delay_s).toBeGreaterThanOrEqual(7);
    expect(viewers_delay_s).toBeLessThan(20);
  });

  it('must be a time', async () => {
    const user = await site.aUser();
    await onAir(user);
    for (const nonsense of [12, 'yesterday', {}]) expectError(await show(user, nonsense), 'invalid_request');
  });
});
