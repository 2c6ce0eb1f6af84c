import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../../functions/browser-stream/lifecycle/status.service.ts';
import { renditionPlaylist } from '../../../../functions/browser-stream/playlist/direct-playlist.service.ts';
import { livePlaylist } from '../../../../functions/browser-stream/playlist/live-playlist.service.ts';
import type { CameraRun } from '../../../support/broadcast/camera-run.ts';
import { ALL } from '../../../support/broadcast/camera-scenes.ts';
import { useCameraStage } from '../../../support/broadcast/camera-stage.ts';
import { segmentRow } from '../../../support/broadcast/segment-rows.ts';
import { parsePlaylist } from '../../../support/media/playlist-validator.ts';

const stage = useCameraStage();

/** A segment is stored, of its second. */
async function addSegment(run: CameraRun, seq: number): Promise<void> {
  const { arrivedAtMs: _, ...segment } = segmentRow(seq);
  await run.ports.broadcasts.addSegment(run.broadcast.id, segment, () => run.nowMs, { targetDurationS: 1 });
  await run.look();
}

/** Chunks come, each two seconds after the one before. */
async function addChunks(run: CameraRun, ...seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) {
    run.nowMs += 2000;
    await run.put(seq);
    await run.settle();
  }
}

const sinceStart = (run: CameraRun, date = ''): number => Date.parse(date) - run.broadcast.startedAtMs;

describe('a direct broadcast whose recorder can make no more segments', () => {
  it('goes on with chunks in all its playlists, behind a discontinuity, where its segments end', async () => {
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
    // One was on its way, and another is of a time that the chunks have.
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
    expect((await statusOf(ports, await run.find())).chunks).toEqual({ recorded: all, stored: all, lost: 0 });
  });

  it('ends its playlists when the last of its chunks is shown, and is one replay', async () => {
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

  it('is watched although it never made one', async () => {
    const run = await stage.run('keyframes-1s', { way: 'direct' });
    const variants = () => livePlaylist({ ...run.ports, clock: () => run.nowMs }, run.broadcast.id);
    await addChunks(run, 0);
    await expect(variants()).rejects.toMatchObject({ code: 'not_found' });
    await addChunks(run, 1, 2, 3);
    expect(await variants()).toContain('live/main.m3u8');
    expect(run.playlist().segments.length).toBeGreaterThan(1);
  });
});
