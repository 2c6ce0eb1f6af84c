import { afterEach, describe, expect, it } from 'vitest';
import { slotsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { interruptionsRepository } from '#functions/browser-stream/table/interruptions.repository.ts';
import { onBroadcastsTick } from '#functions/browser-stream/browser-stream.handlers.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { jobsOf, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { BROADCAST_SILENCE_MS } from '#shared/limits.ts';
import { owned } from '#test/support/api/owned.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';

const stage = useCameraStage();

const MOST = 40;
const FAR = Date.parse('2100-01-01');

/** The number of other broadcasts with a slot, at any time. */
async function setActive(count: number): Promise<void> {
  const { renewSlot: takeSlot } = slotsRepository(stage.table);
  const others = Array.from({ length: MOST }, (_, n) => n);
  await Promise.all(others.map((n) => takeSlot(`OTHER-${n}`, n < count ? FAR : 0)));
}

/** Windows of 2 s that are ready; the `failed` ones have failed. */
async function addWindows(run: CameraRun, count: number, failed: readonly number[] = []): Promise<void> {
  const { broadcasts } = run.ports;
  const { id } = run.broadcast;
  const jobs = jobsOf(count).map((job) => ({ ...job, dueMs: Number.MAX_SAFE_INTEGER }));
  const stored = await broadcasts.readTimeline(id);
  await broadcasts.claim(id, stored, { timeline: stored.timeline, isEnd: false }, jobs);
  for (const { id: windowId, window } of jobs)
    await broadcasts.settle(
      id,
      windowId,
      failed.includes(window.number) ? null : [segmentOf(window.number)],
      Date.now(),
    );
}

const tickAll = async (ports: ProcessingDeps) => onBroadcastsTick(ports, await ports.broadcasts.listActive());

describe('the tick', () => {
  afterEach(() => setActive(1));

  it('keeps the playlists of long broadcasts the same from fewer rows', async () => {
    const run = await stage.run();
    await addWindows(run, 310, [3, 4]);
    await run.inspect();
    const before = run.playlists.at(-1);
    await run.tick(1000);
    const { checkpoint } = await run.find();
    expect(checkpoint).toMatchObject({ fromNumber: 10, segments: 8, breaks: 1 });
    expect(run.playlists).toEqual([before]);
    await run.tick(1000);
    expect((await run.find()).checkpoint).toEqual(checkpoint);
  });

  it('lengthens windows while jobs are scarce, and shortens them afterwards', async () => {
    const run = await stage.run();
    await setActive(30);
    await run.tick(1000);
    expect(await run.find()).toMatchObject({ windowMs: 6000, targetDurationS: 4 });
    await setActive(3);
    await run.tick(1000);
    expect(await run.find()).toMatchObject({ windowMs: 2000 });
  });

  it('ends a direct broadcast without new segments, and no other', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const { startedAtMs, id } = run.broadcast;
    const arrived = () => startedAtMs + 50_000;
    await run.ports.broadcasts.addSegment(id, segmentRow(0), arrived, { targetDurationS: 1 });
    run.nowMs = arrived() + BROADCAST_SILENCE_MS - 1000;
    await tickAll(run.ports);
    expect(await run.find()).toMatchObject({ state: 'live' });
    run.nowMs += 2000;
    await tickAll(run.ports);
    expect(await run.find()).toMatchObject({ end: { by: 'silence' } });
  });

  it('waits as long for the segments of a page that continues a broadcast', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    run.nowMs += BROADCAST_SILENCE_MS - 1000;
    await interruptionsRepository(stage.table).resume(owned(await run.find()), run.nowMs);
    run.nowMs += BROADCAST_SILENCE_MS - 1000;
    await tickAll(run.ports);
    expect(await run.find()).toMatchObject({ state: 'live' });
    run.nowMs += 2000;
    await tickAll(run.ports);
    expect(await run.find()).toMatchObject({ end: { by: 'silence' } });
  });

  it('ends no broadcast that a page has continued since it was read', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const { broadcasts } = run.ports;
    const resume = async () =>
      interruptionsRepository(stage.table).resume(owned(await run.find()), run.nowMs);
    const continuing = {
      ...broadcasts,
      latestSegments: async (id: string, count: number) => {
        await resume();
        return broadcasts.latestSegments(id, count);
      },
    };
    for (let times = 0; times < 2; times += 1) {
      run.nowMs += BROADCAST_SILENCE_MS + 1000;
      await tickAll({ ...run.ports, broadcasts: continuing });
      expect(await run.find()).toMatchObject({ state: 'live' });
    }
  });

  it('measures how long the oldest window waits, and how long each took, once', async () => {
    const run = await stage.run();
    await run.put(0, 1, 2);
    await run.deliver();
    const sinceMs = run.nowMs;
    expect(run.transcoder.running().length).toBeGreaterThan(0);
    await run.tick(25_000);
    const [oldestS] = run.measured('OldestUnpublishedSeconds');
    // What was stored some chunks before the last one has waited longer.
    expect(oldestS).toBeGreaterThanOrEqual(25);
    expect(oldestS).toBeLessThanOrEqual(25 + (sinceMs - run.broadcast.startedAtMs) / 1000);
    expect(run.measured('WindowJobs')).toEqual([run.transcoder.running().length]);
    expect(run.measured('CameraSlots')).toEqual([await run.ports.broadcasts.countActive(run.nowMs)]);
    const windows = run.transcoder.running().length;
    await run.settle();
    const took = run.measured('StoredToPlaylistSeconds');
    expect(took).toHaveLength(windows);
    expect(Math.max(...took)).toBe(oldestS);
    await run.tick(1000);
    expect(run.measured('OldestUnpublishedSeconds').at(-1)).toBe(0);
  });

  it('continues with other broadcasts when one fails', async () => {
    const runs = [await stage.run(), await stage.run(), await stage.run()];
    const [first, ...others] = runs;
    const { ports } = first!;
    const broken = {
      ...ports,
      broadcasts: {
        ...ports.broadcasts,
        listActive: async () => runs.map(({ broadcast }) => broadcast.id),
        readTimeline: (id: string) =>
          id === first!.broadcast.id
            ? Promise.reject(new Error('broken'))
            : ports.broadcasts.readTimeline(id),
      },
      clock: () => first!.broadcast.startedAtMs + 120_000,
    };
    expect(await failuresOfItems(() => tickAll(broken))).toEqual(['broken']);
    for (const run of others) expect(await run.find()).toMatchObject({ end: { by: 'silence' } });
    expect(await first!.find()).toMatchObject({ state: 'live' });
  });
});
