import { beforeEach, describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import type { JobReport } from '#functions/videos/ports.ts';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';
import { MAX_PROCESSING_VIDEOS } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { FakeTranscoder, FACTS, workPorts } from '#test/support/api/videos/videos-work.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

/** The first bytes of an MP4. */
const MP4 = Uint8Array.from(Buffer.from(`\0\0\0\x18ftypisom${'\0'.repeat(40)}`, 'latin1'));
const MINUTE_MS = 60_000;

let ada: TestUser;
let transcoder: FakeTranscoder;
let ports: VideoDeps;
let nowMs: number;
let reported: [step: string, error: unknown][];

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
beforeEach(async () => {
  ada = await site.aUser();
  transcoder = new FakeTranscoder();
  nowMs = Date.now();
  reported = [];
  const reports = (step: string, error: unknown) => void reported.push([step, error]);
  ports = await workPorts(site, stage, { transcoder, clock: () => nowMs, report: reports });
  // What earlier tests left is not this one's business.
  for (const work of await ports.works.listDue(9e14, 100)) await ports.works.remove(work);
});

const busy = async (): Promise<Error> => {
  const { TranscoderBusyError } = await import('#functions/base/errors.ts');
  return new TranscoderBusyError('full');
};
async function publish(url?: string): Promise<Video> {
  const { publishVideo } = await import('#functions/videos/publish.service.ts');
  const video_url = url ?? (await stage.upload(ada, MP4));
  const details = { ...EMPTY_VIDEO_TEXTS, title: 'A fan', category: 'Box Fans', tags: [] };
  return publishVideo(ports, ada.id, { video_url, ...details, visibility: 'public', thumbnail_url: '' });
}
async function tick(afterMs = MINUTE_MS): Promise<number> {
  nowMs += afterMs;
  const { processDueWork } = await import('#functions/videos/work/due-work.service.ts');
  return processDueWork(ports);
}
async function report(video: Video, news: Partial<JobReport>): Promise<void> {
  const { applyReport } = await import('#functions/videos/work/job-reports.service.ts');
  const ids = { jobId: 'job-1', videoId: video.id, channelId: ada.id };
  await applyReport(ports, { ...ids, status: 'running', ...news });
}
const find = ({ id }: Video) => ports.videos.find(id);
const filesOf = ({ id }: Video) => stage.keys('media', `media/videos/${ada.id}/${id}/`);
const sourceOf = async ({ id }: Video) =>
  (await stage.keys('uploads')).filter((key) => key.endsWith(`/${id}`));

/** Writes what a job would have written. */
async function makeFiles({ id }: Video, names: readonly string[] = ['video.m3u8']): Promise<void> {
  for (const name of names)
    await ports.mediaFiles.write(`media/videos/${ada.id}/${id}/${name}`, 'x', 'text/plain');
}

describe('an upload of a person who is suspended while it is checked', () => {
  it('is not published, because the suspension has already withheld the others', async () => {
    const url = await stage.upload(ada, MP4);
    await updateItem(site.table, channelKey(ada.id), { is_hidden: true });
    await expect(publish(url)).rejects.toThrow('not_found');
    expect((await ports.videos.list({ channelId: ada.id, list: 'all', limit: 10 })).items).toEqual([]);
  });
});

describe('a job that cannot be created', () => {
  it('is retried by later ticks with growing waits, and nothing is lost', async () => {
    transcoder.startFailure = await busy();
    const video = await publish();
    expect(video.status).toBe('processing');
    expect(await ports.works.find(video.id)).toMatchObject({
      kind: 'submit',
      attempts: 1,
      dueMs: nowMs + 5000,
    });
    for (const waitS of [10, 20, 40, 80, 160, 320, 600, 600]) {
      const { dueMs = 0 } = (await ports.works.find(video.id)) ?? {};
      expect(await tick(dueMs - nowMs)).toBe(0);
      expect(await tick(1)).toBe(1);
      expect(await ports.works.find(video.id)).toMatchObject({ dueMs: nowMs + waitS * 1000 });
    }
    transcoder.startFailure = undefined;
    await tick(10 * MINUTE_MS + 1);
    expect(transcoder.started).toMatchObject([{ token: `${video.id}-0`, source: FACTS }]);
    expect(await ports.works.find(video.id)).toMatchObject({ kind: 'watch', jobId: 'job-1' });
    // That it was busy is nothing to report.
    expect(reported).toEqual([]);
  });

  it('for an unexpected reason is logged and retried', async () => {
    transcoder.startFailure = new Error('ForbiddenException');
    const video = await publish();
    expect(reported).toEqual([['videos.submit', transcoder.startFailure]]);
    transcoder.startFailure = undefined;
    await tick();
    expect(transcoder.started).toHaveLength(1);
    expect((await find(video))?.status).toBe('processing');
  });

  it('is given up after a day', async () => {
    transcoder.startFailure = await busy();
    const video = await publish();
    await tick(25 * 60 * MINUTE_MS);
    expect(await find(video)).toMatchObject({
      status: 'failed',
      reason: 'Something went wrong on our side while this video was processed. Please try again later.',
    });
    expect([await sourceOf(video), await ports.works.find(video.id)]).toEqual([[], null]);
  });

  it('is created once by two simultaneous ticks', async () => {
    transcoder.startFailure = await busy();
    await publish();
    transcoder.startFailure = undefined;
    nowMs += MINUTE_MS;
    await Promise.all([tick(0), tick(0), tick(0)]);
    expect(transcoder.started).toHaveLength(1);
  });

  it('of an interrupted request is created by the tick, but not while the request may run', async () => {
    const video = await publish();
    const known = (await ports.works.find(video.id))!;
    const { jobId: _, ...rest } = known;
    await ports.works.put({ ...rest, kind: 'submit', jobs: 0, dueMs: nowMs + MINUTE_MS });
    await tick(MINUTE_MS);
    expect(transcoder.started).toHaveLength(1);
    await tick(1);
    expect(transcoder.started).toHaveLength(2);
  });
});

describe('a file that cannot be probed at the moment', () => {
  it('is published, and probed when its job is created', async () => {
    transcoder.probeAnswer = () => Promise.reject(new Error('slow'));
    const video = await publish();
    expect([video.status, transcoder.started]).toEqual(['processing', []]);
    transcoder.probeAnswer = async () => FACTS;
    await tick(1);
    expect(transcoder.started).toMatchObject([{ source: FACTS }]);
  });

  it('gets no job until its length is known', async () => {
    transcoder.probeAnswer = () => Promise.reject(new Error('slow'));
    await publish();
    for (let time = 0; time < 6; time++) await tick();
    expect(transcoder.started).toEqual([]);
    transcoder.probeAnswer = async () => FACTS;
    await tick();
    expect(transcoder.started).toMatchObject([{ source: FACTS }]);
  });

  it('fails when it then is too long', async () => {
    transcoder.probeAnswer = () => Promise.reject(new Error('slow'));
    const video = await publish();
    transcoder.probeAnswer = async () => ({ ...FACTS, durationS: 100 * 60 * 60 });
    await tick(1);
    expect(transcoder.started).toEqual([]);
    expect(await find(video)).toMatchObject({
      status: 'failed',
      reason: 'Videos can last at most 12 hours.',
    });
    expect(await sourceOf(video)).toEqual([]);
  });

  it('fails when it then is no video', async () => {
    transcoder.probeAnswer = () => Promise.reject(new Error('slow'));
    const video = await publish();
    transcoder.probeAnswer = async () => null;
    await tick(1);
    expect(await find(video)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/cannot be read/),
    });
    expect(await sourceOf(video)).toEqual([]);
  });
});

describe('a job’s event', () => {
  const complete = { status: 'complete', durationS: 4 } as const;

  it('of progress only raises it, in whatever order events arrive', async () => {
    const video = await publish();
    for (const percent of [10, 40, 30, 40, 100, 5]) await report(video, { percent });
    expect(await find(video)).toMatchObject({ status: 'processing', percent: 99 });
  });

  it('of its end counts once, and later ones change nothing', async () => {
    const video = await publish();
    await makeFiles(video, ['video.m3u8', 'poster.0000000.jpg', 'poster.0000001.jpg']);
    await Promise.all([report(video, complete), report(video, complete), report(video, complete)]);
    const ready = await find(video);
    expect(ready).toMatchObject({ status: 'ready', percent: 100, duration_s: 4, storyboard_url: null });
    expect(ready?.thumbnail_url).toMatch(/\/poster\.0000001\.jpg$/);
    await report(video, { percent: 50 });
    await report(video, { status: 'failed', errorCode: 1076 });
    await report(video, { status: 'canceled' });
    await report(video, complete);
    expect(await find(video)).toEqual(ready);
    expect(await filesOf(video)).toHaveLength(3);
    const list = { channelId: ada.id, list: 'listed', limit: 5, cursor: undefined } as const;
    expect(await ports.videos.list(list)).toMatchObject({ total: 1, items: [ready] });
  });

  it('of its end writes the thumbnail track', async () => {
    const video = await publish();
    await makeFiles(video, ['storyboard.0000000.jpg', 'storyboard.0000001.jpg', 'video.m3u8']);
    const storyboard = { widthPx: 160, heightPx: 90, intervalS: 2 };
    await report(video, { ...complete, storyboard });
    expect((await find(video))?.storyboard_url).toMatch(/\/storyboard\.vtt$/);
    expect(await filesOf(video)).toContain(`media/videos/${ada.id}/${video.id}/storyboard.vtt`);
  });

  it('may arrive before the job’s id is stored', async () => {
    transcoder.onStarted = async (jobId) => {
      const { uploadId: id } = transcoder.started[0]!.upload;
      await report({ id } as Video, { jobId, percent: 7 });
    };
    const video = await publish();
    expect(await find(video)).toMatchObject({ status: 'processing', percent: 7 });
    expect(await ports.works.find(video.id)).toMatchObject({ kind: 'watch', jobId: 'job-1', jobs: 1 });
    expect(transcoder.canceled).toEqual([]);
  });

  it('of a permanent failure stores the reason and deletes the files', async () => {
    const video = await publish();
    await makeFiles(video);
    transcoder.jobs.set('job-1', { jobId: 'job-1', videoId: video.id, channelId: ada.id, status: 'failed' });
    await report(video, { status: 'failed', errorCode: 1030 });
    expect(await find(video)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/codec/) });
    expect([await filesOf(video), await sourceOf(video), await ports.works.find(video.id)]).toEqual([
      [],
      [],
      null,
    ]);
    await makeFiles(video);
    await report(video, complete);
    expect(await find(video)).toMatchObject({ status: 'failed' });
    expect(await filesOf(video)).toEqual([]);
  });

  it('of a temporary failure creates another job, three in all', async () => {
    const video = await publish();
    await report(video, { status: 'failed', errorCode: 1999 });
    await report(video, { status: 'failed', errorCode: 1999 });
    expect(transcoder.started.map(({ token }) => token)).toEqual([`${video.id}-0`, `${video.id}-1`]);
    await report(video, { jobId: 'job-2', status: 'failed', errorCode: 1999 });
    expect((await find(video))?.status).toBe('processing');
    await report(video, { jobId: 'job-3', status: 'failed', errorCode: 1999 });
    expect(await find(video)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/Save it as MP4/),
    });
    expect(transcoder.started).toHaveLength(3);
  });

  it('of an outside cancellation fails the video', async () => {
    const video = await publish();
    await report(video, { status: 'canceled' });
    expect(await find(video)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/was stopped/),
    });
  });

  it('of a deleted video deletes the outputs', async () => {
    const video = await publish();
    const { deleteVideo } = await import('#functions/videos/videos.service.ts');
    await deleteVideo(ports, ada.id, video.id);
    await makeFiles(video);
    await report(video, complete);
    expect(await filesOf(video)).toEqual([]);
    expect(await find(video)).toBeNull();
  });
});

describe('a silent job', () => {
  it('is looked up after three minutes', async () => {
    const video = await publish();
    await makeFiles(video);
    const running = transcoder.jobs.get('job-1')!;
    transcoder.jobs.set('job-1', { ...running, percent: 33 });
    expect(await tick(3 * MINUTE_MS)).toBe(0);
    expect(await tick(1)).toBe(1);
    expect(await find(video)).toMatchObject({ status: 'processing', percent: 33 });
    transcoder.jobs.set('job-1', { ...running, status: 'complete', durationS: 4 });
    expect(await tick(3 * MINUTE_MS + 1)).toBe(1);
    expect(await find(video)).toMatchObject({ status: 'ready', duration_s: 4 });
    expect(await tick(10 * MINUTE_MS)).toBe(0);
  });

  it('is created again when MediaConvert no longer knows it', async () => {
    await publish();
    transcoder.jobs.clear();
    await tick(3 * MINUTE_MS + 1);
    expect(transcoder.started).toHaveLength(2);
  });
});

describe('deleting a video', () => {
  const remove = async ({ id }: Video) => {
    const { deleteVideo } = await import('#functions/videos/videos.service.ts');
    await deleteVideo(ports, ada.id, id);
  };

  it('cancels the job, and waits for its end before the last sweep', async () => {
    const video = await publish();
    const running = transcoder.jobs.get('job-1')!;
    transcoder.cancel = async () => {};
    await remove(video);
    await makeFiles(video);
    expect(await ports.works.find(video.id)).toMatchObject({ kind: 'clean', jobId: 'job-1' });
    transcoder.jobs.set('job-1', { ...running, status: 'canceled' });
    await tick();
    expect([await filesOf(video), await ports.works.find(video.id)]).toEqual([[], null]);
  });

  it('continues by itself when the storage refuses', async () => {
    const video = await publish();
    await makeFiles(video);
    const { mediaFiles } = ports;
    const failure = new Error('SlowDown');
    ports = { ...ports, mediaFiles: { ...mediaFiles, deleteAll: () => Promise.reject(failure) } };
    await remove(video);
    expect([await find(video), reported]).toEqual([null, [['videos.clean', failure]]]);
    await tick();
    expect(await filesOf(video)).toHaveLength(1);
    ports = { ...ports, mediaFiles };
    await tick();
    expect([await filesOf(video), await ports.works.find(video.id)]).toEqual([[], null]);
  });

  it('cancels a job that is being created', async () => {
    transcoder.onStarted = async () => remove({ id: transcoder.started[0]!.upload.uploadId } as Video);
    const video = await publish();
    expect(transcoder.canceled).toContain('job-1');
    expect([await find(video), await ports.works.find(video.id)]).toEqual([null, null]);
    expect(await sourceOf(video)).toEqual([]);
  });

  it(
    'of more files than one request handles continues where it stopped',
    { timeout: 120_000, tags: ['slow'] },
    async () => {
      const video = await publish();
      const names = Array.from({ length: 1050 }, (_, index) => `video_${index}.ts`);
      const half = names.length / 2;
      await Promise.all([makeFiles(video, names.slice(0, half)), makeFiles(video, names.slice(half))]);
      ports = { ...ports, clock: () => (nowMs += 3000) };
      await remove(video);
      expect(await filesOf(video)).toHaveLength(50);
      expect(await ports.works.find(video.id)).toMatchObject({ kind: 'clean', attempts: 0 });
      await tick();
      expect([await filesOf(video), await ports.works.find(video.id), reported]).toEqual([[], null, []]);
    },
  );

  it.each(['', 'media/', 'media/videos', 'pictures/x/', '/media/videos/x/'])(
    'never deletes %j',
    async (prefix) => {
      await expect(ports.mediaFiles.deleteAll(prefix)).rejects.toThrow(RangeError);
    },
  );
});

describe('a user', () => {
  it(`has at most ${MAX_PROCESSING_VIDEOS} processing videos, even when all are published at once`, async () => {
    const urls: string[] = [];
    for (let count = 0; count < MAX_PROCESSING_VIDEOS + 2; count++) urls.push(await stage.upload(ada, MP4));
    const outcomes = await Promise.allSettled(urls.map((url) => publish(url)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{}, {}].map(() => ({ reason: { code: 'too_many_requests' } })));
    const first = outcomes.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<Video>;
    await report(first.value, {
      jobId: (await ports.works.find(first.value.id))?.jobId ?? '',
      status: 'complete',
    });
    await expect(publish()).resolves.toMatchObject({ status: 'processing' });
    await expect(publish()).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
