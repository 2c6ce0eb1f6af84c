import { execFile } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { promisify } from 'node:util';
import { CancelJobCommand } from '@aws-sdk/client-mediaconvert';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { SOON, TranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';
import { windowJob } from '#test/support/stand-ins/transcoder-window.ts';

const media = useMedia();

/** Niceness of a job's ffmpeg. */
async function nicenessOfJob(id: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'ni=,comm=,args='], { maxBuffer: 2 ** 24 });
  const own = stdout.split('\n').filter((line) => /^\s*\d+ ffmpeg /.test(line) && line.includes(id));
  return own.map((line) => Number.parseInt(line, 10));
}

describe('many simultaneous jobs', () => {
  let stage: TranscoderStage;
  let inputUri: string;
  beforeEach(async () => {
    stage = new TranscoderStage();
    await stage.start({ concurrency: 2 });
    inputUri = await stage.putFile(await media('short.mp4', { size: '160x120', seconds: 0.5, codecs: H264 }));
  });
  afterEach(() => stage.remove());

  const create = (
    name: string,
    priority: number,
    Queue: string = LOCAL_QUEUES.windowsQueueArn,
  ): Promise<string> => stage.create({ ...windowJob(inputUri, `out/${name}`), Priority: priority, Queue });

  const cancel = (Id: string): Promise<unknown> => stage.mediaConvert.send(new CancelJobCommand({ Id }));

  /** Creates jobs that all wait, because a long one uses the only slot. Returns a function that ends it. */
  async function waiting(
    make: () => Promise<string[]>,
  ): Promise<{ ids: string[]; start(): Promise<unknown> }> {
    const long = await stage.putFile(await media('endless.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const first = await stage.create({
      ...videoJob(long, 'out/first/'),
      Queue: LOCAL_QUEUES.windowsQueueArn,
      Priority: 50,
    });
    await expect.poll(async () => (await stage.job(first)).CurrentPhase, SOON).toBe('TRANSCODING');
    return { ids: await make(), start: () => cancel(first) };
  }

  /** Returns which of the jobs started or ended, in order. */
  const order = (ids: readonly string[], status: string): unknown[] =>
    stage.events
      .filter(({ detail }) => detail['status'] === status && ids.includes(String(detail['jobId'])))
      .map(({ detail }) => detail['jobId']);

  async function allEnded(ids: readonly string[]): Promise<void> {
    for (const id of ids) await stage.ended(id);
  }

  it('use the slots of their queue: two for windows, one for videos', async () => {
    const videos = await Promise.all(
      ['a', 'b', 'c'].map((name) => create(name, 0, LOCAL_QUEUES.videosQueueArn)),
    );
    await allEnded(videos);
    expect(mostAtOnce(stage.events, videos)).toBe(1);
    const windows = await Promise.all(['d', 'e', 'f', 'g'].map((name) => create(name, 0)));
    await allEnded(windows);
    expect(mostAtOnce(stage.events, windows)).toBe(2);
  });

  it('are refused for an unknown queue', async () => {
    await expect(create('nowhere', 0, 'Others')).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('of windows are not delayed by a long video', async () => {
    const long = await stage.putFile(await media('endless.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const video = await stage.create(videoJob(long, 'out/endless/'));
    await expect.poll(async () => (await stage.job(video)).CurrentPhase, SOON).toBe('TRANSCODING');
    const windows = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create(name, 10)));
    await allEnded(windows);
    expect(mostAtOnce(stage.events, windows)).toBe(2);
    expect((await stage.job(video)).Status).toBe('PROGRESSING');
  });

  it('start by priority, then by submission', async () => {
    await stage.restart({ concurrency: 1 });
    const { ids, start } = await waiting(async () => {
      const made: string[] = [];
      for (const priority of [0, -1, 5, 0, 5]) made.push(await create(`p${made.length}`, priority));
      return made;
    });
    await start();
    await allEnded(ids);
    const [first, second, third, fourth, fifth] = ids;
    expect(order(ids, 'PROGRESSING')).toEqual([third, fifth, first, fourth, second]);
  });

  it.each([
    ['windows', 1, 0],
    ['uploads', 0, 10],
    ['ladders of replays, which are watched meanwhile', -10, 19],
  ])('run at a lower priority than the machine when they can wait: %s', async (_, priority, niceness) => {
    const long = await stage.putFile(await media('endless.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const id = await stage.create({ ...videoJob(long, 'out/nice/'), Priority: priority });
    await expect.poll(async () => (await stage.job(id)).CurrentPhase, SOON).toBe('TRANSCODING');
    // In addition to the niceness of the parent process.
    const expected = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness);
    await expect.poll(async () => nicenessOfJob(id), SOON).toEqual([expected]);
    await cancel(id);
  });

  it('of uploads do not wait for the ladder of a replay', async () => {
    const long = await stage.putFile(await media('endless.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const queue = { Queue: LOCAL_QUEUES.videosQueueArn };
    const ladder = await stage.create({ ...videoJob(long, 'out/ladder/'), ...queue, Priority: -10 });
    await expect.poll(async () => (await stage.job(ladder)).CurrentPhase, SOON).toBe('TRANSCODING');
    await allEnded([await create('upload', 0, LOCAL_QUEUES.videosQueueArn)]);
    expect((await stage.job(ladder)).Status).toBe('PROGRESSING');
    await cancel(ladder);
  });

  it('of windows do not wait for videos of any priority', async () => {
    const long = await stage.putFile(await media('long.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const videos = [
      await stage.create(videoJob(long, 'out/l1/')),
      await stage.create(videoJob(long, 'out/l2/')),
    ];
    await expect.poll(async () => (await stage.job(videos[0]!)).CurrentPhase, SOON).toBe('TRANSCODING');
    const window = await create('window', -1);
    expect((await stage.ended(window)).Status).toBe('COMPLETE');
    expect((await stage.job(videos[0]!)).Status).toBe('PROGRESSING');
    expect((await stage.job(videos[1]!)).Status).toBe('SUBMITTED');
  });

  it('wait as long as configured', async () => {
    await stage.restart({ disturbance: { delayMs: [600, 700] } });
    const submittedAtMs = Date.now();
    const id = await create('a', 1);
    await stage.ended(id);
    const waitedMs = Number(stage.eventsOf(id)[0]?.detail['timestamp']) - submittedAtMs;
    expect(waitedMs).toBeGreaterThanOrEqual(595);
  });

  it('are cancelled while they wait', async () => {
    await stage.restart({ concurrency: 1 });
    const { ids, start } = await waiting(async () => [await create('held', 1), await create('canceled', 1)]);
    const [held = '', canceled = ''] = ids;
    expect((await stage.job(held)).Status).toBe('SUBMITTED');
    await cancel(canceled);
    await start();
    expect((await stage.ended(held)).Status).toBe('COMPLETE');
    expect(stage.statuses(canceled)).toEqual(['CANCELED']);
    expect(await stage.files('out/canceled')).toEqual([]);
  });

  it('fail as often as configured', async () => {
    await stage.restart({ disturbance: { failWindows: { 'live-000003': 2 } } });
    const endOf = async (broadcast_id: string, window_id: string): Promise<unknown> => {
      const UserMetadata = { broadcast_id, window_id };
      const id = await stage.create({ ...windowJob(inputUri, `out/${window_id}`), UserMetadata });
      return (await stage.ended(id)).Status;
    };
    expect([
      await endOf('b1', 'live-000002'),
      await endOf('b1', 'live-000003'),
      await endOf('b2', 'live-000003'),
      await endOf('b1', 'live-000003'),
      await endOf('b1', 'live-000003'),
    ]).toEqual(['COMPLETE', 'ERROR', 'ERROR', 'ERROR', 'COMPLETE']);
  });
});

/** Returns the maximum number of simultaneous jobs, from their events. */
function mostAtOnce(events: readonly RaisedEvent[], ids: readonly string[]): number {
  let running = 0;
  let most = 0;
  for (const { detail } of events) {
    if (!ids.includes(String(detail['jobId']))) continue;
    if (detail['status'] === 'PROGRESSING') running++;
    if (detail['status'] === 'COMPLETE') running--;
    most = Math.max(most, running);
  }
  return most;
}
