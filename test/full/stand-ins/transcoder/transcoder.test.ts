import { CancelJobCommand, GetJobCommand, type CreateJobCommandInput } from '@aws-sdk/client-mediaconvert';
import { beforeAll, describe, expect, it } from 'vitest';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { SOON, useTranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';
import { windowJob } from '#test/support/stand-ins/transcoder-window.ts';

const stage = useTranscoderStage({ statusUpdateMs: 20 });
const media = useMedia();

const badRequest = (message: RegExp) => ({
  name: 'BadRequestException',
  message: expect.stringMatching(message),
  $metadata: { httpStatusCode: 400 },
});
const notFound = { name: 'NotFoundException', $metadata: { httpStatusCode: 404 } };

let inputUri: string;
beforeAll(async () => {
  inputUri = await stage.putFile(await media('small.mp4', { seconds: 1, codecs: H264 }));
});

/** Returns a job with one changed setting. */
function changed(change: (job: CreateJobCommandInput) => void): CreateJobCommandInput {
  const job = videoJob(inputUri, 'out/changed/');
  change(job);
  return job;
}

const firstOutput = (job: CreateJobCommandInput) => job.Settings!.OutputGroups![0]!.Outputs![0]!;
const hlsOf = (job: CreateJobCommandInput) =>
  job.Settings!.OutputGroups![0]!.OutputGroupSettings!.HlsGroupSettings!;
const h264Of = (job: CreateJobCommandInput) =>
  firstOutput(job).VideoDescription!.CodecSettings!.H264Settings!;

describe('a transcoding job', () => {
  it('goes from SUBMITTED over PROGRESSING to COMPLETE, with events', async () => {
    const id = await stage.create(videoJob(inputUri, 'out/states/'));
    expect(await stage.job(id)).toMatchObject({
      Arn: `arn:aws:mediaconvert:us-east-1:000000000000:jobs/${id}`,
      Queue: 'arn:aws:mediaconvert:us-east-1:000000000000:queues/Videos',
      Status: expect.stringMatching(/SUBMITTED|PROGRESSING/),
      Priority: 0,
      UserMetadata: { video_id: 'out/states/' },
    });
    const { CreatedAt, Timing, Status, Settings } = await stage.ended(id);
    expect(Status).toBe('COMPLETE');
    expect(Settings).toEqual(videoJob(inputUri, 'out/states/').Settings);
    expect(Date.now() - CreatedAt!.getTime()).toBeLessThan(30_000);
    expect(Timing!.FinishTime!.getTime()).toBeGreaterThanOrEqual(Timing!.StartTime!.getTime());
    const statuses = stage.statuses(id);
    expect([statuses[0], statuses.at(-1)]).toEqual(['PROGRESSING', 'COMPLETE']);
    expect(new Set(statuses.slice(1, -1))).toEqual(new Set(['STATUS_UPDATE']));
  });

  it('reports its progress, which never falls', async () => {
    const id = await stage.create(videoJob(inputUri, 'out/progress/'));
    await stage.ended(id);
    const updates = stage.eventsOf(id).filter(({ detail }) => detail['status'] === 'STATUS_UPDATE');
    const progress = updates.map(({ detail }) => detail['jobProgress'] as Record<string, unknown>);
    expect(new Set(progress.map(({ currentPhase }) => currentPhase))).toContain('TRANSCODING');
    const percents = progress.flatMap(({ jobPercentComplete: percent }) =>
      percent === undefined ? [] : [Number(percent)],
    );
    expect(percents.length).toBeGreaterThan(1);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toMatchObject({
      retryCount: 0,
      phaseProgress: { PROBING: { status: 'COMPLETE' } },
    });
  });

  it('is not found when it does not exist', async () => {
    await expect(stage.mediaConvert.send(new GetJobCommand({ Id: '1-abc' }))).rejects.toMatchObject(notFound);
    await expect(stage.mediaConvert.send(new CancelJobCommand({ Id: '1-abc' }))).rejects.toMatchObject(
      notFound,
    );
  });

  it('is refused for an unknown queue', async () => {
    const lost = stage.create({ ...videoJob(inputUri, 'out/lost/'), Queue: 'none' });
    await expect(lost).rejects.toMatchObject(notFound);
  });

  it('is created once per request token', async () => {
    const input = videoJob(inputUri, 'out/once/');
    const id = await stage.create(input);
    expect(await stage.create(input)).toBe(id);
    expect(await stage.create({ ...input, ClientRequestToken: 'another' })).not.toBe(id);
  });

  it('is refused with a wrong signature', async () => {
    const stranger = stage.client('somebody else');
    await expect(stranger.send(new GetJobCommand({ Id: '1-abc' }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      $metadata: { httpStatusCode: 403 },
    });
  });
});

describe('unsupported settings are refused with their path', () => {
  it.each<[string, (job: CreateJobCommandInput) => void, RegExp]>([
    ['no role', (job) => (job.Role = 'me'), /^\/role: /],
    ['a priority of 51', (job) => (job.Priority = 51), /^\/priority: /],
    ['an input of no bucket', (job) => (job.Settings!.Inputs![0]!.FileInput = '/etc/passwd'), /fileInput: /],
    [
      'an input by HTTP',
      (job) => (job.Settings!.Inputs![0]!.FileInput = 'http://a.example/b'),
      /fileInput: /,
    ],
    ['a setting that is not known here', (job) => (h264Of(job).Softness = 3), /h264Settings: .*softness/],
    ['QVBR without maxBitrate', (job) => (h264Of(job).MaxBitrate = undefined), /h264Settings\/maxBitrate: /],
    ['a bit rate beside QVBR', (job) => (h264Of(job).Bitrate = 3_000_000), /h264Settings: .*bitrate/],
    [
      'a size that the product has no use for',
      (job) => (firstOutput(job).VideoDescription!.ScalingBehavior = 'FILL'),
      /scalingBehavior: /,
    ],
    [
      'a file of another kind',
      (job) => (job.Settings!.OutputGroups![1]!.Outputs![0]!.Extension = 'png'),
      /extension: should be jpg/,
    ],
    [
      'a destination that names no file',
      (job) => (hlsOf(job).Destination = 's3://a-bucket/b/'),
      /destination: /,
    ],
    ['odd sides', (job) => (firstOutput(job).VideoDescription!.Width = 641), /sides must be even/],
    [
      'another container',
      (job) => (firstOutput(job).ContainerSettings!.Container = 'M2TS'),
      /should be M3U8/,
    ],
    ['two outputs of one name', (job) => (firstOutput(job).NameModifier = '_720p'), /nameModifier/],
    [
      'a missing audio selector',
      (job) => (job.Settings!.Inputs![0]!.AudioSelectors = {}),
      /no audio selector/,
    ],
    ['captured frames alone', (job) => void job.Settings!.OutputGroups!.shift(), /only capture frames/],
    [
      'a specified rate without one',
      (job) => (h264Of(job).FramerateNumerator = undefined),
      /framerateNumerator/,
    ],
  ])('%s', async (_name, change, message) => {
    await expect(stage.create(changed(change))).rejects.toMatchObject(badRequest(message));
  });
});

describe('a failed job gives its reason', () => {
  it.each([
    ['no such object', 's3://fanfare-media/in/nowhere.mp4', 1404],
    ['no such bucket', 's3://fanfare-elsewhere/in/small.mp4', 1404],
  ])('%s', async (_name, uri, code) => {
    const id = await stage.create(videoJob(uri, 'out/error/'));
    const job = await stage.ended(id);
    expect(job).toMatchObject({
      Status: 'ERROR',
      ErrorCode: code,
      ErrorMessage: expect.stringContaining(uri),
    });
    expect(stage.eventsOf(id).at(-1)?.detail).toMatchObject({ status: 'ERROR', errorCode: code });
  });

  it('for a missing picture and for missing sound', async () => {
    const song = await stage.putFile(await media('song.mp4', { picture: false, codecs: ['-c:a', 'aac'] }));
    const video = await stage.ended(await stage.create(videoJob(song, 'out/no-picture/')));
    expect(video).toMatchObject({ Status: 'ERROR', ErrorCode: 1020 });
    const silent = await stage.putFile(await media('silent.mp4', { sound: false, seconds: 1, codecs: H264 }));
    const sound = await stage.ended(
      await stage.create(videoJob(silent, 'out/no-sound/', { hasSound: true })),
    );
    expect(sound).toMatchObject({ Status: 'ERROR', ErrorCode: 1021 });
    expect(await stage.files('out/no-')).toEqual([]);
  });

  it('for a missing output bucket', async () => {
    const job = videoJob(inputUri, 'out/x/');
    const group = job.Settings!.OutputGroups![0]!.OutputGroupSettings!;
    group.HlsGroupSettings!.Destination = 's3://fanfare-elsewhere/video';
    expect(await stage.ended(await stage.create(job))).toMatchObject({ Status: 'ERROR', ErrorCode: 1404 });
  });
});

describe('a cancelled running job', () => {
  it('ends, stores nothing, and cannot be cancelled again', async () => {
    const long = await stage.putFile(await media('long.mp4', { seconds: 60, rate: 60, codecs: H264 }));
    const id = await stage.create(videoJob(long, 'out/long/'));
    await expect.poll(async () => (await stage.job(id)).CurrentPhase, SOON).toBe('TRANSCODING');
    await stage.mediaConvert.send(new CancelJobCommand({ Id: id }));
    expect((await stage.job(id)).Status).toBe('CANCELED');
    await expect(stage.mediaConvert.send(new CancelJobCommand({ Id: id }))).rejects.toMatchObject({
      name: 'ConflictException',
    });
    await stage.ended(await stage.create(windowJob(inputUri, 'out/after')));
    expect(stage.statuses(id).filter((status) => status !== 'STATUS_UPDATE')).toEqual([
      'PROGRESSING',
      'CANCELED',
    ]);
    expect(await stage.files('out/long/')).toEqual([]);
  });
});
