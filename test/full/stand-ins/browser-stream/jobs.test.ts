import { describe, expect, it } from 'vitest';
import { TranscoderBusyError } from '#functions/base/errors.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import type { ManualJob } from '#test/support/api/broadcast/manual-transcoder.ts';
import { ALL, endRun, expectWhole, jumps } from '#test/support/api/broadcast/camera-scenes.ts';

const stage = useCameraStage();

describe('a broadcast’s jobs', () => {
  it('play in order, regardless of the order of completion', async () => {
    const run = await stage.run();
    await run.put(...ALL);
    await run.deliver();
    const jobs = run.transcoder.running();
    expect(jobs.length).toBeGreaterThan(3);
    for (const job of jobs.toReversed()) {
      expect(run.playlists).toEqual([]);
      await run.transcoder.complete(job);
      await run.deliver();
    }
    expect(run.playlists).toHaveLength(1);
    await endRun(run);
    await expectWhole(run);
  });

  it('are repeated when they fail', async () => {
    const run = await stage.run();
    const failures = new Map<string, number>();
    await run.put(...ALL);
    await run.stop(run.chunkCount);
    await run.settle((job) => {
      const { windowId } = job.request;
      const failed = failures.get(windowId) ?? 0;
      failures.set(windowId, failed + 1);
      return failed < 2 ? run.transcoder.fail(job) : run.transcoder.complete(job);
    });
    await expectWhole(run);
    expect(jumps(run)).toBe(0);
    expect(new Set(failures.values())).toEqual(new Set([3]));
  });

  it('are repeated when their output is unusable', async () => {
    const run = await stage.run();
    const spoiled = new Set<string>();
    await run.put(...ALL);
    await run.stop(run.chunkCount);
    await run.settle(async (job) => {
      await run.transcoder.complete(job);
      const { windowId } = job.request;
      if (spoiled.has(windowId)) return;
      spoiled.add(windowId);
      await (spoiled.size % 2 === 0 ? run.transcoder.empty(job) : run.transcoder.spoil(job));
    });
    await expectWhole(run);
    expect(run.reported.map(([step]) => step)).toContain('browser-stream.output');
  });

  it('that fail repeatedly do not delay others, and are repeated for the replay', async () => {
    const run = await stage.run();
    await run.put(...ALL);
    await run.settle((job) =>
      job.request.windowId === 'live-000002' ? run.transcoder.fail(job) : run.transcoder.complete(job),
    );
    const tried = run.transcoder.jobs.filter(({ request }) => request.windowId === 'live-000002');
    expect(tried.map(({ request }) => request.attempt)).toEqual([1, 2, 3, 4]);
    expect(jumps(run)).toBe(1);
    await endRun(run);
    await expectWhole(run);
  });

  it('that take a minute delay viewers only a moment, and are in the replay', async () => {
    const run = await stage.run();
    const isSlow = ({ request }: ManualJob): boolean => request.windowId === 'live-000001';
    const finish = () =>
      Promise.all(
        run.transcoder
          .running()
          .filter((job) => !isSlow(job))
          .map((job) => run.transcoder.complete(job)),
      );
    for (const seq of ALL) {
      await run.put(seq);
      await run.deliver();
      await finish();
      await run.deliver();
    }
    expect(jumps(run)).toBe(1);
    const visible = run.playlist().segments.length;
    expect(visible).toBeGreaterThan(3);
    await run.stop(run.chunkCount);
    await run.deliver();
    await finish();
    await run.deliver();
    for (const job of run.transcoder.running()) await run.transcoder.complete(job);
    await run.settle();
    expect(jumps(run)).toBe(1);
    expect(run.transcoder.jobs.filter(isSlow)).toHaveLength(1);
    await expectWhole(run);
  });

  it('that are a little late are awaited', async () => {
    const run = await stage.run();
    await run.put(0, 1, 2, 3);
    await run.deliver();
    const [first, ...others] = run.transcoder.running();
    for (const job of others) await run.transcoder.complete(job);
    await run.deliver();
    await run.put(4, 5);
    await run.deliver();
    await run.transcoder.complete(first!);
    await run.settle();
    await run.stream(6, 7, 8);
    await endRun(run);
    expect(jumps(run)).toBe(0);
    await expectWhole(run);
  });

  it('that always fail leave a replay of the rest', async () => {
    const run = await stage.run();
    await run.put(...ALL);
    await run.stop(run.chunkCount);
    const isDoomed = (windowId: string): boolean =>
      windowId === 'live-000002' || windowId.startsWith('repair');
    await run.settle((job) =>
      isDoomed(job.request.windowId) ? run.transcoder.fail(job) : run.transcoder.complete(job),
    );
    expect(await run.find()).toMatchObject({ state: 'ended' });
    const { segments } = await run.replay();
    expect(segments.at(-1)?.discontinuity).toBe(1);
    const [visible, stored] = [await run.visibleCounters(), await run.storedCounters()];
    expect(stored.length - visible.length).toBeGreaterThan(30);
    expect(stored).toEqual(expect.arrayContaining(visible));
  });

  it('whose end was not reported are looked up', async () => {
    const run = await stage.run();
    await run.put(0, 1, 2);
    await run.deliver();
    for (const job of run.transcoder.running()) await run.transcoder.complete(job);
    run.take();
    run.nowMs += 50_000;
    await run.stream(3);
    expect(run.playlist().segments.length).toBeGreaterThan(1);
    await run.stream(4, 5, 6, 7, 8);
    await endRun(run);
    await expectWhole(run);
  });

  it('that MediaConvert forgot are created again', async () => {
    const run = await stage.run();
    await run.put(0, 1, 2);
    await run.deliver();
    const forgotten = run.transcoder.jobs.splice(0);
    await run.tick(50_000);
    expect(run.transcoder.running().map(({ request }) => request.attempt)).toContain(2);
    for (const _ of forgotten.slice(1)) await run.tick(31_000);
    await run.settle();
    await run.stream(3, 4, 5, 6, 7, 8);
    await endRun(run);
    await expectWhole(run);
  });

  it('that are still running are left alone', async () => {
    const run = await stage.run();
    await run.put(0, 1, 2);
    await run.deliver();
    const jobs = run.transcoder.jobs.length;
    await run.tick(50_000);
    await run.tick(5000);
    expect(run.transcoder.jobs).toHaveLength(jobs);
    await run.stream(3, 4, 5, 6, 7, 8);
    await endRun(run);
    await expectWhole(run);
  });

  it('beyond MediaConvert’s limit are created later without losing an attempt', async () => {
    const run = await stage.run();
    run.transcoder.refusal = new TranscoderBusyError('full');
    for (const seq of [0, 1, 2, 3, 4, 5, 6]) await run.stream(seq);
    expect(run.transcoder.jobs).toEqual([]);
    run.transcoder.refusal = undefined;
    run.nowMs += 3000;
    await run.stream(7, 8);
    await endRun(run);
    await run.tick();
    await run.settle();
    await expectWhole(run);
    expect(jumps(run)).toBe(0);
    expect(run.transcoder.jobs.every(({ request }) => request.attempt === 1)).toBe(true);
    expect(run.reported).toEqual([]);
  });

  it('that cannot be created for another reason are repeated, and it is logged', async () => {
    const run = await stage.run();
    await run.stream(0, 1);
    run.transcoder.refusal = new Error('AccessDenied');
    await run.stream(2, 3);
    expect(run.reported.map(([step]) => step)).toContain('browser-stream.submit');
    run.transcoder.refusal = undefined;
    run.nowMs += 4000;
    await run.stream(4, 5, 6, 7, 8);
    await endRun(run);
    await expectWhole(run);
    expect(jumps(run)).toBe(0);
  });

  it('of short windows lose no frame', async () => {
    const run = await stage.run();
    await run.ports.broadcasts.setWindowMs(run.broadcast.id, 500);
    await run.put(...ALL);
    await endRun(run);
    await expectWhole(run);
  });
});
