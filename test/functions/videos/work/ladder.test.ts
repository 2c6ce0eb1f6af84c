import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaFiles } from '#functions/videos/media.s3.ts';
import type { JobReport } from '#functions/videos/ports.ts';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { FACTS, FakeTranscoder, workPorts } from '#test/support/api/videos/videos-work.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';
import { owned } from '#test/support/api/owned.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RENDITIONS =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo_720p.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nvideo_360p.m3u8\n';

let ada: TestUser;
let transcoder: FakeTranscoder;
let ports: Awaited<ReturnType<typeof workPorts>>;
let nowMs: number;
let reported: string[];
let replay: Video;
let streamId: string;

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
beforeEach(async () => {
  ada = await site.aUser();
  transcoder = new FakeTranscoder();
  nowMs = Date.now();
  reported = [];
  ports = await workPorts(site, stage, {
    transcoder,
    clock: () => nowMs,
    report: (step, error) => void reported.push(`${step}: ${String(error)}`),
  });
  for (const work of await ports.works.listDue(9e14, 100)) await ports.works.remove(work);
  streamId = ulid();
  replay = await record(1);
});

const folder = (): string => `media/videos/${ada.id}/${streamId}/`;
const film = (generation: number): string => `films/${ada.id}/${streamId}/${generation}-0.mp4`;

/** The replay is shown as it was recorded. */
async function record(generation: number): Promise<Video> {
  const { publishReplay } = await import('#functions/videos/replays.service.ts');
  const playbackUrl = `/${folder()}replay-${generation}.m3u8`;
  await ports.mediaFiles.write(playbackUrl.slice(1), `recorded ${generation}`, 'text/plain');
  const about = { ...EMPTY_VIDEO_TEXTS, title: 'A fan', category: 'Box Fans', tags: [] };
  const recorded = {
    startedAt: new Date(nowMs).toISOString(),
    durationS: 4,
    playbackUrl,
    thumbnailUrl: '/poster.jpg',
  };
  const replay = { channelId: ada.id, streamId, ...about, ...recorded, filesPrefixes: [folder()] };
  return (await publishReplay(ports, replay))!;
}

/** Has its ladder made of a film. */
async function improve(generation = 1): Promise<void> {
  const { improveRecording } = await import('#functions/videos/improve.service.ts');
  const put = { Bucket: site.storage?.uploadsBucket, Key: film(generation), Body: 'film' };
  await stage.s3.send(new PutObjectCommand(put));
  await improveRecording(ports, {
    videoId: replay.id,
    channelId: ada.id,
    playbackUrl: `/${folder()}replay-${generation}.m3u8`,
    filesPrefix: `${folder()}ladder-${generation}/`,
    inputs: [film(generation)],
    durationS: FACTS.durationS,
    picture: { width: 640, height: 360, framesPerSecond: 30 },
  });
}

async function report(news: Partial<JobReport>): Promise<void> {
  const { applyReport } = await import('#functions/videos/work/job-reports.service.ts');
  await applyReport(ports, {
    jobId: 'job-1',
    videoId: replay.id,
    channelId: ada.id,
    status: 'running',
    ...news,
  });
}

/** As a job does that ends well. */
async function complete(jobId = 'job-1', generation = 1): Promise<void> {
  const made = `${folder()}ladder-${generation}/`;
  await ports.mediaFiles.write(`${made}video.m3u8`, RENDITIONS, 'text/plain');
  await ports.mediaFiles.write(`${made}storyboard.0000000.jpg`, 'x', 'image/jpeg');
  const storyboard = { widthPx: 160, heightPx: 90, intervalS: 2 };
  await report({ jobId, status: 'complete', durationS: 4.1, storyboard });
}

/** What there is of a recording beside its list of renditions. */
const recordedFiles = (generation: number): string[] => [
  '000000-0a1b2c3d-side.m4s',
  '000000-0a1b2c3d.m4s',
  'init-0a1b2c3d.mp4',
  `replay-${generation}-main.m3u8`,
  `replay-${generation}-sound.m3u8`,
];

const visible = async (generation = 1) => ports.mediaFiles.read(`${folder()}replay-${generation}.m3u8`);
const find = () => ports.videos.find(replay.id);
const films = async () => (await stage.keys('uploads')).filter((key) => key.startsWith('films/'));
async function tick(afterMs = MINUTE_MS): Promise<void> {
  nowMs += afterMs;
  const { processDueWork } = await import('#functions/videos/work/due-work.service.ts');
  await processDueWork(ports);
}

describe('a replay’s ladder', () => {
  it('replaces the recording at the same address, with pictures for the seek bar', async () => {
    await improve();
    expect(transcoder.started).toMatchObject([{ inputs: [film(1)], source: FACTS }]);
    expect(await find()).toEqual(replay);
    await report({ percent: 40 });
    expect(await find()).toEqual(replay);
    await complete();
    expect(await find()).toEqual({
      ...replay,
      duration_s: 4.1,
      storyboard_url: `/${folder()}ladder-1/storyboard.vtt`,
    });
    expect((await visible())?.match(/^[^#].+$/gm)).toEqual([
      'ladder-1/video_720p.m3u8',
      'ladder-1/video_360p.m3u8',
    ]);
    expect(await films()).not.toContain(film(1));
    expect(await ports.works.find(replay.id)).toMatchObject({ kind: 'tidy', attempts: 0 });
  });

  it('keeps the recording for two days, then deletes it, in an interrupted run too', async () => {
    const beside = ['captions/de-0123.vtt', 'curve.vtt', 'picture-000010.jpg'];
    const recorded = [...recordedFiles(1), ...beside];
    for (const name of recorded) await ports.mediaFiles.write(folder() + name, 'x', 'video/mp4');
    await improve();
    await complete();
    const before = await stage.keys('media', folder());
    await tick(2 * DAY_MS - MINUTE_MS);
    expect(await stage.keys('media', folder())).toEqual(before);
    const { mediaFiles } = ports;
    // Killed halfway.
    const deleteAll = () => Promise.reject(new Error('killed'));
    ports = { ...ports, mediaFiles: Object.assign(Object.create(mediaFiles) as MediaFiles, { deleteAll }) };
    await tick(2 * MINUTE_MS);
    expect(reported).toEqual([expect.stringContaining('killed')]);
    expect(await stage.keys('media', folder())).toEqual(before);
    ports = { ...ports, mediaFiles };
    await tick();
    const left = ['ladder-1/storyboard.0000000.jpg', 'ladder-1/storyboard.vtt', 'ladder-1/video.m3u8'];
    const kept = [...left, ...beside, 'replay-1.m3u8'].map((name) => folder() + name).toSorted();
    expect(await stage.keys('media', folder())).toEqual(kept);
    expect(await ports.works.find(replay.id)).toBeNull();
    expect(await visible()).toContain('ladder-1/');
  });

  it('deletes nothing when the replay shows another recording meanwhile', async () => {
    await improve();
    await complete();
    for (const name of recordedFiles(2)) await ports.mediaFiles.write(folder() + name, 'x', 'video/mp4');
    replay = await record(2);
    const before = await stage.keys('media', folder());
    await tick(3 * DAY_MS);
    expect(await stage.keys('media', folder())).toEqual(before);
    await improve(2);
    await complete('job-2', 2);
    await tick(3 * DAY_MS);
    const names = (await stage.keys('media', folder())).map((key) => key.slice(folder().length));
    expect(names.filter((name) => !name.startsWith('ladder-2/'))).toEqual([
      'ladder-1/storyboard.0000000.jpg',
      'replay-2.m3u8',
    ]);
  });

  it('is made once, however often it is requested and reported', async () => {
    await improve();
    await improve();
    expect(transcoder.started).toHaveLength(1);
    await complete();
    const done = await find();
    await complete();
    await report({ status: 'failed' });
    await tick();
    expect(await find()).toEqual(done);
    expect(reported).toEqual([]);
  });

  it('is requested again when its job was lost or MediaConvert was busy', async () => {
    const { TranscoderBusyError } = await import('#functions/base/errors.ts');
    transcoder.startFailure = new TranscoderBusyError('full');
    await improve();
    transcoder.startFailure = undefined;
    await tick();
    expect(transcoder.started).toHaveLength(1);
    transcoder.jobs.clear();
    for (let minutes = 0; minutes < 4; minutes += 1) await tick();
    expect(transcoder.started).toHaveLength(2);
    await complete('job-2');
    expect(await visible()).toContain('ladder-1/');
  });

  it('that fails leaves the replay as recorded, and is logged', async () => {
    await improve();
    await report({ status: 'failed', errorCode: 1040 });
    expect(await find()).toEqual(replay);
    expect(await visible()).toBe('recorded 1');
    expect(reported).toEqual([expect.stringContaining('stays as it was recorded')]);
    expect(await films()).not.toContain(film(1));
    await complete();
    expect(await visible()).toBe('recorded 1');
  });

  it('of an earlier recording does not replace a later one', async () => {
    await improve();
    replay = await record(2);
    await complete();
    expect(await find()).toEqual(replay);
    expect(await visible(2)).toBe('recorded 2');
    await improve(2);
    await complete('job-2', 2);
    expect(await visible(2)).toContain('ladder-2/');
  });

  it('is superseded by that of a later recording', async () => {
    await improve();
    replay = await record(2);
    await improve(2);
    expect(transcoder.canceled).toEqual(['job-1']);
    await report({ status: 'canceled' });
    await complete('job-2', 2);
    expect(await visible(2)).toContain('ladder-2/');
    expect(reported).toEqual([]);
  });

  it('is removed with a deleted video, before and during its job', async () => {
    const { deleteVideo } = await import('#functions/videos/videos.service.ts');
    await improve();
    await deleteVideo(ports, ada.id, replay.id);
    expect(transcoder.canceled).toEqual(['job-1']);
    await report({ status: 'canceled' });
    for (let minutes = 0; minutes < 12; minutes += 1) await tick();
    expect(await stage.keys('media', folder())).toEqual([]);
    await improve();
    await tick();
    expect(transcoder.started).toHaveLength(1);
    expect(await find()).toBeNull();
  });

  it('is not requested for another user’s video or one that cannot be improved', async () => {
    expect(
      await ports.videos.improve(replay.id, '/other.m3u8', {
        thumbnail_url: null,
        storyboard_url: null,
        duration_s: 1,
      }),
    ).toBe(false);
    await ports.videos.update(owned({ id: replay.id }), { title: 'Mine' });
    await improve();
    await complete();
    expect(await find()).toMatchObject({ title: 'Mine', thumbnail_url: '/poster.jpg' });
  });
});
