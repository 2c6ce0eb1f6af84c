import { describe, expect, it } from 'vitest';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import {
  ALL,
  endRun,
  endWithout,
  expectWhole,
  jumps,
  without,
} from '#test/support/api/broadcast/camera-scenes.ts';

const stage = useCameraStage();

describe('stored chunks', () => {
  it('play in order, regardless of the order of arrival', async () => {
    const run = await stage.run();
    for (const seqs of [[1, 0], [3, 2], [5, 4, 6], [8], [7]]) {
      await run.put(...seqs);
      await run.settle();
    }
    await endRun(run);
    await expectWhole(run);
    expect(jumps(run)).toBe(0);
  });

  it('are shown without a lost one', async () => {
    const run = await stage.run();
    await run.stream(...without(4, 6, 7, 8));
    const visible = run.playlists.length;
    run.nowMs += 12_000;
    await run.stream(6, 7, 8);
    expect(run.playlists.length).toBeGreaterThan(visible);
    expect(jumps(run)).toBe(1);
    await endRun(run);
    await expectWhole(run, [4]);
  });

  it('are a replay without lost last ones', async () => {
    const run = await stage.run();
    await run.stream(...without(7, 8));
    await endRun(run);
    expect(await run.find()).toMatchObject({ state: 'finishing' });
    await run.tick();
    await run.settle();
    await expectWhole(run, [7, 8]);
  });

  it('cannot be shown without the first one', async () => {
    const run = await stage.run();
    await run.stream(...without(0));
    await endRun(run);
    await run.tick();
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { durationS: 0 } });
    await run.put(0);
    await endRun(run);
    await expectWhole(run);
  });

  it('are complete in the replay when one arrives too late for viewers', async () => {
    const run = await stage.run();
    await run.stream(...without(3, 7, 8));
    run.nowMs += 12_000;
    await run.stream(7, 3, 8);
    expect(jumps(run)).toBe(1);
    await endRun(run);
    await expectWhole(run);
    expect((await run.replay()).segments.at(-1)?.discontinuity).toBe(0);
  });

  it('that arrive after the end rebuild the replay of the same video', async () => {
    const run = await stage.run();
    await endWithout(run, 2, 3, 8);
    await expectWhole(run, [2, 3, 8]);
    const before = await run.video();
    await run.put(2);
    await run.settle();
    expect(await run.video()).toEqual(before);
    await run.put(8, 3);
    await endRun(run);
    await expectWhole(run);
    const after = await run.video();
    expect(after).toMatchObject({ id: before.id, created_at: before.created_at, title: before.title });
    expect(after.playback_url).not.toBe(before.playback_url);
    expect(after.storyboard_url).not.toBe(before.storyboard_url);
    expect(after.duration_s).toBeGreaterThan((before.duration_s ?? 0) + 4);
    // Files of the earlier one that may have been fetched still exist.
    expect((await run.media(before.playback_url ?? '')).length).toBeGreaterThan(0);
  });

  it('that arrive one by one after the end are awaited by the tick', async () => {
    const run = await stage.run();
    await endWithout(run, 5, 6);
    await run.put(6);
    await run.settle();
    await run.tick(1000);
    expect(run.transcoder.running()).toEqual([]);
    await run.put(5);
    await run.tick();
    await run.settle();
    await expectWhole(run);
  });

  it('are not added to a replay that its owner deleted', async () => {
    const run = await stage.run();
    await endWithout(run, 8);
    const { id } = await run.video();
    await stage.deleteVideo(id);
    const files = await run.ports.published.list(run.broadcast, '');
    await run.put(8);
    await endRun(run);
    expect(await run.find()).toMatchObject({ state: 'ended' });
    await expect(run.video()).rejects.toThrow('no replay');
    expect(await run.ports.published.list(run.broadcast, '')).toEqual(files);
  });
});

describe('chunk events', () => {
  it('change nothing when repeated and unordered', async () => {
    const run = await stage.run();
    await run.put(...ALL);
    const events = run.take();
    await run.deliver([...events.toReversed(), ...events]);
    while (run.transcoder.running().length > 0) {
      for (const job of run.transcoder.running().toReversed()) await run.transcoder.complete(job);
      const reported = run.take();
      await run.deliver([...reported.toReversed(), ...reported]);
    }
    await run.stop(run.chunkCount);
    await run.deliver([...run.waiting, ...run.take()]);
    await run.settle();
    await run.deliver(events);
    await run.settle();
    await expectWhole(run);
    expect(jumps(run)).toBe(0);
    const attempts = run.transcoder.jobs.map(({ request }) => `${request.windowId} ${request.attempt}`);
    expect(new Set(attempts).size).toBe(attempts.length);
    expect(run.transcoder.jobs.every(({ request }) => request.attempt === 1)).toBe(true);
  });

  it('that are handled simultaneously claim each window once', async () => {
    const run = await stage.run();
    for (const seqs of [
      [0, 1, 2],
      [3, 4],
      [5, 6, 7, 8],
    ]) {
      await run.put(...seqs);
      const events = run.take();
      await Promise.all([...events, ...events].map((event) => run.handle(event, 'unseen')));
      const jobs = run.transcoder.running();
      for (const job of jobs) await run.transcoder.complete(job);
      const reported = run.take();
      await Promise.all([...reported, ...reported].map((event) => run.handle(event, 'unseen')));
      await run.inspect();
    }
    await run.stop(run.chunkCount);
    const marks = run.take();
    await Promise.all([...marks, ...marks].map((event) => run.handle(event, 'unseen')));
    await run.settle();
    await expectWhole(run);
    expect(run.transcoder.jobs.every(({ request }) => request.attempt === 1)).toBe(true);
    const ids = run.transcoder.jobs.map(({ request }) => request.windowId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that are lost are recovered before a chunk is given up', async () => {
    const run = await stage.run();
    await run.stream(0, 1, 2);
    await run.put(3);
    run.take();
    await run.stream(4, 5);
    run.nowMs += 12_000;
    await run.stream(6, 7, 8);
    expect(jumps(run)).toBe(0);
    await endRun(run);
    await expectWhole(run);
  });

  it('of the last chunks that are lost are recovered at the end', async () => {
    const run = await stage.run();
    await run.stream(...without(7, 8));
    await run.put(7, 8);
    run.take();
    await run.stop();
    await run.settle();
    await expectWhole(run);
  });

  it('that are all lost are recovered by the tick', async () => {
    const run = await stage.run();
    await run.put(...ALL);
    run.take();
    await run.tick(1000);
    await run.settle();
    expect(run.playlist().segments.length).toBeGreaterThan(3);
    await run.stop(run.chunkCount);
    run.take();
    await run.tick();
    await run.settle();
    await expectWhole(run);
  });

  it('of late chunks that are lost are recovered by another stop', async () => {
    const run = await stage.run();
    await endWithout(run, 8);
    await run.put(8);
    run.take();
    await run.ports.chunks.putEndMark(run.broadcast);
    await run.settle();
    await expectWhole(run);
  });
});
