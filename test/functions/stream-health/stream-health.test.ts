import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { audienceRepository } from '../../../functions/presence/audience.repository.ts';
import { presenceRepository } from '../../../functions/presence/presence.repository.ts';
import { windowAt } from '../../../functions/presence/presence.sampling.ts';
import type { StreamHealth } from '../../../shared/live/stream-health.ts';
import { startEncoder } from '../../support/media/encoder.ts';
import { expectError, expectSuccess } from '../../support/api/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../support/api/local-api.ts';

let site: LocalApi;
beforeAll(async () => {
  site = await startLocalApi({ ivs: true });
});
afterAll(() => site.close());

const NOTHING: StreamHealth = {
  source: null,
  started_at: null,
  receiving_since: null,
  said: null,
  arriving: null,
  rates: [],
  pieces: null,
  viewers_delay_s: null,
  audience: [],
};
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

/** Streams as OBS does, until the test is over; ends when the site knows that it receives. */
async function encode(user: TestUser, options: Parameters<typeof startEncoder>[1]) {
  const { rtmp_url, stream_key } = await goLive(user);
  const encoder = startEncoder(`${rtmp_url}${stream_key}`, options);
  onTestFinished(async () => void (await encoder.stop()));
  await expect
    .poll(async () => {
      // Events are best effort: the tick tells the site what IVS has.
      await site.deliver(TICK);
      return (await healthOf(user)).receiving_since;
    })
    .not.toBeNull();
}

describe('the health of a broadcast', () => {
  it('is nothing where nothing is live, and is told to its owner alone', async () => {
    expect(await healthOf(await site.aUser())).toEqual(NOTHING);
    expectError(await site.api('GET', '/stream-health'), 'unauthenticated');
  });

  it('of one that waits for its encoder says since when', async () => {
    const user = await site.aUser();
    const { started_at } = await goLive(user);
    expect(await healthOf(user)).toEqual({ ...NOTHING, source: 'software', started_at });
  });

  it('through software tells what the encoder says, and what comes of it: ffmpeg with OBS’s default of keyframes', async () => {
    const user = await site.aUser();
    await encode(user, { keyframeEvery: 120, bitsPerSecond: 600_000 });
    await expect
      .poll(async () => (await healthOf(user)).arriving?.keyframe_interval_s ?? 0, { timeout: 30_000 })
      .toBeCloseTo(4, 1);
    const { said, arriving, rates, pieces } = await healthOf(user);
    expect(said).toMatchObject({
      encoder: expect.stringMatching(/^Lavf/),
      video_codec: 'avc',
      width: 640,
      height: 360,
      frames_per_second: 30,
      // ffmpeg counts 1,024 bits to a kilobit.
      video_bits_per_second: 585_938,
      audio_codec: 'aac',
    });
    expect(arriving?.frames_per_second).toBeGreaterThan(20);
    expect(arriving?.video_bits_per_second).toBeGreaterThan(300_000);
    expect(arriving?.video_bits_per_second).toBeLessThan(1_200_000);
    expect(arriving?.audio_bits_per_second).toBeGreaterThan(20_000);
    expect(rates.length).toBeGreaterThan(0);
    expect(pieces).toBeNull();
  });

  it('through software without sound says that none comes', async () => {
    const user = await site.aUser();
    await encode(user, { sound: false });
    await expect.poll(async () => (await healthOf(user)).arriving?.audio_bits_per_second).toBe(0);
    expect((await healthOf(user)).said?.audio_codec).toBeNull();
  });
});

describe('the audience of a broadcast', () => {
  const tell = (id: string, viewer: string, delayS?: number) =>
    presenceRepository(site.table).add(id, {
      window: windowAt(Date.now()),
      viewer,
      reportEvery: 1,
      weight: 1,
      ...(delayS !== undefined && { delayS }),
    });

  it('is a point a minute, with what most viewers said of their delay', async () => {
    const user = await site.aUser();
    await goLive(user);
    await tell(user.id, 'a', 3);
    await tell(user.id, 'b', 4.5);
    await tell(user.id, 'c', 110);
    await tell(user.id, 'd');
    await site.deliver(TICK);
    const { viewers_delay_s, audience } = await healthOf(user);
    expect(audience.map(({ viewers, delay_s }) => [viewers, delay_s])).toEqual([[4, 4.5]]);
    expect(viewers_delay_s).toBe(4.5);
  });

  it('has one point of a minute, however often the tick comes', async () => {
    const user = await site.aUser();
    const audience = audienceRepository(site.table);
    const atMs = Math.floor(Date.now() / 60_000) * 60_000;
    for (const viewers of [3, 5])
      await audience.keep(user.id, { atMs: atMs + viewers, viewers, delayS: null });
    expect(await audience.list(user.id, atMs, atMs + 60_000)).toEqual([
      { atMs: atMs + 5, viewers: 5, delayS: null },
    ]);
  });

  it('begins with the broadcast: what was before is of another', async () => {
    const user = await site.aUser();
    const nowMs = Date.now();
    // A second ago is of the same minute as now, mostly.
    for (const atMs of [nowMs - 600_000, nowMs - 1000])
      await audienceRepository(site.table).keep(user.id, { atMs, viewers: 9, delayS: 2 });
    await sleep(1);
    await goLive(user);
    expect((await healthOf(user)).audience).toEqual([]);
  });

  it('is at most of half a day, and at most so many points', async () => {
    const user = await site.aUser();
    const nowMs = Date.now();
    const audience = audienceRepository(site.table);
    const hours = Array.from({ length: 30 }, (_, hour) => nowMs - hour * 3_600_000);
    await Promise.all(hours.map((atMs) => audience.keep(user.id, { atMs, viewers: 1, delayS: null })));
    const points = await audience.list(user.id, 0, nowMs);
    expect(points.length).toBeLessThanOrEqual(12);
    expect(points.at(-1)?.atMs).toBeGreaterThan(nowMs - 61_000);
    expect(points.map(({ atMs }) => atMs)).toEqual(points.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  });
});

describe('a viewer’s word on how far behind they are', () => {
  const show = async (user: TestUser, shown_at: unknown) => {
    const { body } = await site.api('POST', `/passes/channel/${user.id}`);
    return site.api('POST', `/presence/${user.id}`, {
      body: { pass: (body as { pass: string }).pass, shown_at },
    });
  };

  it('is counted by our clock, and passed over where it cannot be', async () => {
    const user = await site.aUser();
    await goLive(user);
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
    await goLive(user);
    for (const nonsense of [12, 'yesterday', {}]) expectError(await show(user, nonsense), 'invalid_request');
  });
});
