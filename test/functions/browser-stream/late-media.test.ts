import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#functions/base/day.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import { recordableMs } from '#functions/browser-stream/recordable.ts';
import type { ReplayFilms } from '#functions/browser-stream/replay-videos.ts';
import { budgetsOf } from '#functions/limits/limits.adapters.ts';
import { spendingRepository } from '#functions/limits/spending.repository.ts';
import { type BudgetKind, stageLimits } from '#functions/limits/stage-limits.ts';
import type { EndedBy } from '#shared/live/browser-stream.ts';
import { directProcessing } from '#test/support/api/broadcast/direct-processing.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const SEGMENTS = makeSegments({ seconds: 9 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let ada: TestUser;
let id: string;
let films: ReplayFilms[];
let nowMs: number;
let ports: ProcessingDeps;

const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
site.courier.isHolding = true;
beforeEach(async () => {
  ada = await site.aUser();
  films = [];
  nowMs = Date.now();
  const improve = (made: ReplayFilms) => void films.push(made);
  const options = { id: () => id, clock: () => nowMs, improve };
  ({ ports } = await directProcessing(site, options));
});

const spent = (kind: BudgetKind): Promise<number> =>
  spendingRepository(site.table).ofPerson(dayOf(Date.now()), kind, ada.id);

const listed = (from: number, count: number) => ({
  chunks: Array.from({ length: count }, (_, index) => ({ seq: from + index, size: 4_000_000 })),
});

async function send(...seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) await camera.segmentStored(ada, id, seq, SEGMENTS[seq]!);
}

async function tick(afterMs: number): Promise<void> {
  const { onBroadcastsTick } = await import('#functions/browser-stream/browser-stream.handlers.ts');
  nowMs += afterMs;
  await onBroadcastsTick(ports, await ports.broadcasts.listActive());
}

describe('the budget of what is transcoded live', () => {
  it('is not used by direct broadcasts, which go on where it is used up', async () => {
    id = await camera.live(ada);
    await camera.stopped(ada, id);
    await spendingRepository(site.table).raise(
      dayOf(Date.now()),
      { channelId: ada.id, itemId: 'OTHER', amounts: { compatible: 12 * 3600 } },
      async () => undefined,
    );
    const used = await spent('compatible');
    expectError(await camera.start(ada), 'too_many_requests');
    id = await camera.live(ada, { way: 'direct' });
    await send(0);
    await tick(MINUTE_MS / 2);
    expect(await spent('camera')).toBeGreaterThan(25);
    expect(await spent('compatible')).toBe(used);
    expectError(await camera.upload(ada, id, listed(0, 1)), 'too_many_requests');
  });
});

describe('the number of chunks that the caller reports', () => {
  it('brings no address for chunks that cannot have been recorded', async () => {
    id = await camera.live(ada);
    await camera.stopped(ada, id, 15_000);
    expectError(await camera.upload(ada, id, listed(0, 50)), 'conflict');
    expectError(await camera.upload(ada, id, listed(100, 50)), 'conflict');
    expect((await camera.urls(ada, id, listed(0, 10))).uploads).toHaveLength(10);
    expect(await spent('camera')).toBeGreaterThanOrEqual(20);
    expect(await spent('compatible')).toBeGreaterThanOrEqual(20);
  });

  it('orders three ladders at most, which are charged', async () => {
    id = await camera.live(ada, { way: 'direct' });
    await send(0, 1, 2, 3, 4);
    await camera.stopped(ada, id, 60_000);
    await tick(16 * MINUTE_MS);
    for (const seq of [5, 6, 7, 8]) {
      await send(seq);
      await tick(MINUTE_MS);
    }
    expect(films.map(({ durationS }) => Math.round(durationS))).toEqual([5, 6, 7]);
    expect(await spent('replays')).toBeGreaterThanOrEqual(5 + 6 + 7);
    // The replay has the rest, too.
    expect(await camera.status(ada, id)).toMatchObject({ status: 'ended', duration_s: expect.closeTo(9, 0) });
  });
});

describe('the budget of camera broadcasts', () => {
  it('counts broadcasts that end before the first tick, and media from after their end', async () => {
    id = await camera.live(ada, { way: 'direct' });
    await camera.stopped(ada, id);
    const live = await spent('camera');
    expect(live).toBeGreaterThan(0);
    await send(8);
    expect(await spent('camera')).toBeGreaterThanOrEqual(live + 9);
    await camera.segmentStored(ada, id, 8, SEGMENTS[8]!);
    expect(await spent('camera')).toBeLessThan(live + 20);
  });

  it('refuses media from after the end when it is used up', async () => {
    id = await camera.live(ada, { way: 'direct' });
    await camera.stopped(ada, id);
    const amount = stageLimits('cloud').persons.established.camera;
    await budgetsOf(site.table, { LIMITS: 'cloud' }).note('camera', {
      channelId: ada.id,
      itemId: 'OTHER',
      amount,
    });
    expectError(await camera.segment(ada, id, 8, SEGMENTS[8]!), 'too_many_requests');
    expect((await camera.status(ada, id)).chunks.stored).toBe(0);
  });

  it('leaves a replay as it was recorded when that of replays is used up', async () => {
    id = await camera.live(ada, { way: 'direct' });
    const amount = stageLimits('cloud').persons.established.replays - 3;
    await ports.budgets.note('replays', { channelId: ada.id, itemId: 'OTHER', amount });
    await send(0, 1, 2, 3, 4, 5);
    await camera.stopped(ada, id, 6);
    site.log.clear();
    await tick(MINUTE_MS);
    expect(films).toEqual([]);
    expect(site.log.entries()).toContainEqual({
      level: 'info',
      step: 'browser-stream.budget',
      broadcast: id,
      channel: ada.id,
      part: 'LADDER6',
      reason: 'day_limit',
    });
    expect(await camera.status(ada, id)).toMatchObject({ status: 'ended', video_id: expect.any(String) });
    expect(await spent('replays')).toBe(amount);
  });
});

describe('a recording', () => {
  const startedAtMs = Date.parse('2026-05-01T12:00:00Z');
  const lasted = (by: EndedBy, endedAfterMs: number, nowMs: number) =>
    recordableMs({ startedAtMs, end: { atMs: startedAtMs + endedAfterMs, by } }, startedAtMs + nowMs);

  it('is at most as long as the broadcast, and an hour longer after a silence', () => {
    expect(recordableMs({ startedAtMs }, startedAtMs + HOUR_MS)).toBe(HOUR_MS + 30_000);
    expect(lasted('streamer', HOUR_MS, 9 * HOUR_MS)).toBe(HOUR_MS + 30_000);
    expect(lasted('silence', HOUR_MS, 1.5 * HOUR_MS)).toBe(1.5 * HOUR_MS + 30_000);
    expect(lasted('silence', HOUR_MS, 9 * HOUR_MS)).toBe(2 * HOUR_MS + 30_000);
    expect(lasted('silence', 7.5 * HOUR_MS, 20 * HOUR_MS)).toBe(8 * HOUR_MS + 30_000);
  });

  it('of hours after a silence is refused', async () => {
    id = await camera.live(ada, { way: 'direct' });
    const atMs = Date.now() - 2 * HOUR_MS;
    await camera.broadcasts.end({ id, channelId: ada.id }, { atMs, by: 'silence' });
    expectError(await camera.segment(ada, id, 0, SEGMENTS[0]!), 'conflict');
  });
});
