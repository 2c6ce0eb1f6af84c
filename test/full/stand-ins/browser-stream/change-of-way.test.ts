import { noCosts } from '#test/support/api/no-costs.ts';
import { describe, expect, it } from 'vitest';
import { statusOf } from '#functions/browser-stream/lifecycle/status.service.ts';
import { storePicture } from '#functions/browser-stream/direct/store-picture.service.ts';
import { livePlaylist, renditionPlaylist } from '#functions/browser-stream/playlist/live-playlist.service.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';
import { ALL, without } from '#test/support/api/broadcast/camera-scenes.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { JPEG } from '#test/support/api/broadcast/direct-segments.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const stage = useCameraStage();

/** Stores a segment of its second. */
async function addSegment(run: CameraRun, seq: number): Promise<void> {
  const { arrivedAtMs: _, ...segment } = segmentRow(seq);
  await run.ports.broadcasts.addSegment(run.broadcast.id, segment, () => run.nowMs, { targetDurationS: 1 });
  await run.inspect();
}

/** Stores chunks, two seconds apart. */
async function addChunks(run: CameraRun, ...seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) {
    run.nowMs += 2000;
    await run.put(seq);
    await run.settle();
  }
}

const sinceStart = (run: CameraRun, date = ''): number => Date.parse(date) - run.broadcast.startedAtMs;

describe('a direct broadcast that falls back to chunks', () => {
  it('continues in all its playlists after a discontinuity', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const ports = { ...run.ports, clock: () => run.nowMs };
    for (const seq of [0, 1, 2, 3, 4]) {
      run.nowMs += 1000;
      await addSegment(run, seq);
    }
    run.nowMs += 1500;
    await addChunks(run, 0);
    const { wayChange } = await run.find();
    // The chunk's two seconds ended 8.5 s after the start.
    expect(wayChange).toEqual({ fromMs: 6500, atMs: run.broadcast.startedAtMs + 8500 });
    // One was in flight, and another covers a time for which there are chunks.
    for (const seq of [5, 6]) await addSegment(run, seq);
    expect(run.playlist().segments).toHaveLength(6);
    await addChunks(run, ...ALL.slice(1));
    expect((await run.find()).wayChange).toEqual(wayChange);
    const { segments, targetDurationS, isEnded } = run.playlist();
    expect({ targetDurationS, isEnded }).toEqual({ targetDurationS: 1, isEnded: false });
    const breaks = segments.map(({ discontinuity }) => discontinuity);
    expect([breaks.slice(4, 8), breaks.at(-1)]).toEqual([[0, 0, 1, 1], 1]);
    const [first] = await ports.broadcasts.listWindows(run.broadcast.id, { fromNumber: 0 });
    expect(sinceStart(run, segments[6]?.date)).toBe(6500 + (first?.startMs ?? 0));
    expect(sinceStart(run, segments.at(-1)?.date)).toBeGreaterThan(6500 + 12_000);
    for (const rendition of ['small', 'sound'] as const) {
      const other = parsePlaylist(await renditionPlaylist(ports, run.broadcast.id, rendition));
      expect(other.segments.slice(6)).toEqual(segments.slice(6));
    }
    expect(await livePlaylist(ports, run.broadcast.id)).toContain('live/main.m3u8');
    const all = 7 + ALL.length;
    expect((await statusOf({ ...ports, costs: noCosts }, await run.find())).chunks).toEqual({
      recorded: all,
      stored: all,
      lost: 0,
    });
  });

  it('lists missing segments and chunks in its receipt, by their own numbers', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    for (const seq of [0, 1, 3]) {
      run.nowMs += 1000;
      await addSegment(run, seq);
    }
    await addChunks(run, ...without(4, 8));
    const statusNow = async () =>
      statusOf({ ...run.ports, costs: noCosts, clock: () => run.nowMs }, await run.find());
    const [segments, chunks] = [4, ALL.length];
    expect(await statusNow()).toMatchObject({
      chunks: { recorded: segments + chunks - 1, stored: 3 + chunks - 2, lost: 0 },
      missing: [2],
      missing_chunks: [4],
    });
    await run.stop(segments + chunks);
    const recorded = segments + chunks;
    expect(await statusNow()).toMatchObject({
      chunks: { recorded, stored: recorded - 3, lost: 3 },
      missing: [2],
      missing_chunks: [4, 8],
    });
  });

  it('shows its newest picture on its card, even when an older one arrives late', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const sendPicture = async (): Promise<void> => {
      const { id: streamId, channelId } = run.broadcast;
      const ports = { ...run.ports, segments: run.ports.published, clock: () => run.nowMs };
      await storePicture(ports, channelId, { streamId, bytes: JPEG });
    };
    const visible = async () => (await stage.channel(run.broadcast.channelId))['live_thumbnail_url'];
    run.nowMs += 1000;
    await addSegment(run, 0);
    await sendPicture();
    expect(await visible()).toMatch(/\/picture-\d+\.jpg$/);
    await addChunks(run, ...ALL);
    const live = await visible();
    expect(live).toMatch(/\/shown-0000\d0\.0000000\.jpg$/);
    await sendPicture();
    expect(await visible()).toBe(live);
  });

  it('ends its playlists after its last chunk, and is one replay', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    for (const seq of [0, 1]) {
      run.nowMs += 1000;
      await addSegment(run, seq);
    }
    await addChunks(run, ...ALL);
    expect(run.playlist().isEnded).toBe(false);
    await run.stop(2 + ALL.length);
    await run.deliver();
    for (const job of run.transcoder.running()) await run.transcoder.complete(job);
    await run.deliver();
    expect(run.playlist().isEnded).toBe(true);
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: ALL.length, segments: 2 } });
    const { segments } = await run.replay();
    expect(segments.slice(0, 3).map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 1]);
    expect(segments).toHaveLength(run.playlist().segments.length);
  });

  it('does not wait at its end for superseded segments', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    for (const seq of [0, 1, 3]) {
      run.nowMs += 1000;
      await addSegment(run, seq);
    }
    await addChunks(run, ...ALL);
    await run.stop(4 + ALL.length);
    await run.deliver();
    for (const job of run.transcoder.running()) await run.transcoder.complete(job);
    await run.deliver();
    expect(run.playlist().isEnded).toBe(true);
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { chunks: ALL.length, segments: 3 } });
  });

  it('is watchable without any segment', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const variants = () => livePlaylist({ ...run.ports, clock: () => run.nowMs }, run.broadcast.id);
    await addChunks(run, 0);
    await expect(variants()).rejects.toMatchObject({ code: 'not_found' });
    await addChunks(run, 1, 2, 3);
    expect(await variants()).toContain('live/main.m3u8');
    expect(run.playlist().segments.length).toBeGreaterThan(1);
  });
});

describe('a direct broadcast with more interruptions than MediaConvert allows inputs', () => {
  it('has a replay as recorded, and logs the missing ladder', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const count = 151;
    for (let seq = 0; seq < count; seq += 1) {
      const { arrivedAtMs: _, ...segment } = segmentRow(seq, { init: String(seq) });
      await run.ports.broadcasts.addSegment(run.broadcast.id, segment, () => run.nowMs, {
        targetDurationS: 1,
      });
    }
    run.nowMs += count * 1000;
    await run.stop(count);
    await run.deliver();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { segments: count } });
    const { id } = await run.video();
    expect(run.reported).toEqual([
      ['videos.ladder', expect.objectContaining({ message: expect.stringContaining(id) })],
    ]);
  });
});
