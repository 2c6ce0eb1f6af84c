import { describe, expect, it } from 'vitest';
import { workRepository } from '#functions/videos/table/work.repository.ts';
import { useCameraStage } from '#test/support/api/broadcast/camera-stage.ts';
import { ALL, expectWhole } from '#test/support/api/broadcast/camera-scenes.ts';
import type { CameraRun } from '#test/support/api/broadcast/camera-run.ts';

const stage = useCameraStage();

const channelOf = ({ broadcast }: CameraRun) => stage.channel(broadcast.channelId);

describe.each(['keyframes-1s', 'keyframes-default', 'camera'] as const)(
  'a broadcast recorded as %s',
  (name) => {
    it('plays live and becomes a complete video', async () => {
      const run = await stage.run(name);
      for (let seq = 0; seq < run.chunkCount; seq += 1) {
        await run.stream(seq);
        // Everything that can be played is published.
        const { timeline } = await run.ports.broadcasts.readTimeline(run.broadcast.id);
        expect(timeline.reader.nextSeq).toBe(seq + 1);
      }
      expect(run.playlists.length).toBeGreaterThan(1);
      expect(run.playlist().isEnded).toBe(false);
      await run.stop(run.chunkCount);
      await run.settle();
      expect(run.playlist().isEnded).toBe(true);
      expect(await run.find()).toMatchObject({ state: 'ended' });
      expect((await run.replay()).segments.map(({ discontinuity }) => discontinuity)).not.toContain(1);
      if (name !== 'camera') await expectWhole(run);
      expect(run.reported).toEqual([]);
    });
  },
);

describe('the result of a broadcast', () => {
  it('is a video with poster, seek bar pictures and its own length', async () => {
    const run = await stage.run();
    await run.stream(...ALL);
    await run.stop(run.chunkCount);
    await run.settle();
    const video = await run.video();
    const folder = `/media/videos/${run.broadcast.channelId}/${run.broadcast.id}/`;
    expect(video).toMatchObject({
      kind: 'replay',
      status: 'ready',
      title: run.broadcast.title,
      category: run.broadcast.category,
      playback_url: `${folder}replay-0.m3u8`,
      storyboard_url: `${folder}storyboard-0.vtt`,
      thumbnail_url: expect.stringMatching(/poster-live-\d+\.0000000\.jpg$/),
      created_at: new Date(run.broadcast.startedAtMs).toISOString(),
    });
    expect(Buffer.from(await run.media(video.thumbnail_url ?? '')).toString()).toBe('JPEG');
    const { segments } = await run.replay();
    const lengthS = segments.reduce((sum, { durationS }) => sum + durationS, 0);
    expect(video.duration_s).toBeCloseTo(lengthS, 2);
    expect(lengthS).toBeGreaterThan(17);
    const vtt = Buffer.from(await run.media(video.storyboard_url ?? '')).toString();
    expect(vtt.match(/picture-live-\d+\.0000000\.jpg/g)).toHaveLength(2);
    expect(await run.find()).toMatchObject({ replay: { videoId: video.id, chunks: run.chunkCount } });
  });

  it('is not a video when replays are off, and its files are deleted later', async () => {
    const run = await stage.run('keyframes-1s', { keepsReplay: false });
    await run.stream(...ALL.slice(0, -1));
    await run.stop(run.chunkCount);
    await run.tick();
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { durationS: expect.any(Number) } });
    await run.stream(run.chunkCount - 1);
    await run.tick();
    const { state, replay } = await run.find();
    expect([state, replay?.chunks, replay?.videoId]).toEqual(['ended', run.chunkCount, undefined]);
    const { channelId, id: videoId } = run.broadcast;
    const filesPrefix = `media/videos/${channelId}/${videoId}/`;
    expect(await stage.keys('media', filesPrefix)).not.toEqual([]);
    expect(await workRepository(stage.table).find(videoId)).toMatchObject({ kind: 'clean', filesPrefix });
  });

  it('does not exist when nothing was recorded', async () => {
    const run = await stage.run();
    await run.stop(0);
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', replay: { durationS: 0, chunks: 0 } });
    await expect(run.video()).rejects.toThrow('no replay');
  });

  it('keeps what viewers need and deletes the windows’ files', async () => {
    const run = await stage.run();
    await run.stream(...ALL);
    await run.stop(run.chunkCount);
    await run.settle();
    const prefix = `windows/${run.broadcast.channelId}/${run.broadcast.id}/`;
    expect(await stage.keys('uploads', prefix)).toEqual([]);
    expect((await run.ports.chunks.list(run.broadcast, 0)).map(({ seq }) => seq)).toEqual(ALL);
  });
});

describe('the channel of a broadcast', () => {
  it('waits for the picture, shows it, and is offline at the end', async () => {
    const run = await stage.run();
    expect(await channelOf(run)).toMatchObject({ is_live: true, ingest: 'waiting' });
    await run.stream(0, 1, 2);
    expect(await channelOf(run)).toMatchObject({ is_live: true, ingest: 'receiving' });
    await run.stop(3);
    expect(await channelOf(run)).toMatchObject({ is_live: false, ingest: null, video_url: '' });
  });

  it('goes offline after a minute without a chunk, and later chunks are in the replay', async () => {
    const run = await stage.run();
    await run.stream(0, 1, 2, 3);
    await run.tick(50_000);
    expect(await run.find()).toMatchObject({ state: 'live' });
    await run.tick(11_000);
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', end: { by: 'silence' } });
    expect(await channelOf(run)).toMatchObject({ is_live: false });
    await run.put(4, 5, 6, 7, 8);
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'finishing' });
    await run.tick();
    await run.settle();
    await expectWhole(run);
  });

  it('goes offline after eight hours', async () => {
    const run = await stage.run();
    await run.stream(0, 1, 2);
    run.nowMs = run.broadcast.startedAtMs + 8 * 3_600_000;
    await run.put(3);
    await run.tick(1000);
    await run.settle();
    expect(await run.find()).toMatchObject({ state: 'ended', end: { by: 'length' } });
    await expectWhole(run, [4, 5, 6, 7, 8]);
  });
});
