import { CreateJobCommand, GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { repairWindowId } from '#functions/browser-stream/broadcast.ts';
import { windowTranscoder } from '#functions/browser-stream/adapters/compatible/window-jobs.mediaconvert.ts';
import { capturesOf } from '#functions/browser-stream/compatible/windows/submit.service.ts';
import { isWindowJob, reportOf } from '#functions/browser-stream/adapters/compatible/window-transcoder.ts';
import { reportOf as reportOfVideo } from '#functions/videos/transcode/job-report.ts';
import { createJobInput } from '#infra/local/transcoder/request/job-schema.ts';
import { awsFailure } from '#test/support/stand-ins/aws-failure.ts';

const mock = mockClient(MediaConvertClient);
const transcoder = windowTranscoder(
  {
    uploadsBucket: 'uploads',
    mediaBucket: 'media',
    roleArn: 'arn:aws:iam::000000000000:role/transcoder',
    queueArn: 'arn:queue',
  },
  new MediaConvertClient({ region: 'eu-west-1' }),
);
beforeEach(() => mock.reset());
afterAll(() => mock.restore());

const KEY = { id: 'B', channelId: 'C', windowId: 'live-000003', attempt: 2 };
const REQUEST = { ...KEY, endMs: 14_500, captures: [], hasSound: true, segmentS: 4 };
const started = async (request: Partial<Parameters<typeof transcoder.start>[0]> = {}) => {
  mock.on(CreateJobCommand).resolves({ Job: { Id: 'job-1', Role: '', Settings: {} } });
  expect(await transcoder.start({ ...REQUEST, ...request })).toBe('job-1');
  return mock.commandCalls(CreateJobCommand).at(-1)!.args[0].input;
};

describe('a window’s job', () => {
  it('names its owner and site, and has priority over videos', async () => {
    expect(await started()).toMatchObject({
      Queue: 'arn:queue',
      Priority: 50,
      ClientRequestToken: 'B-live-000003-2',
      UserMetadata: { broadcast_id: 'B', channel_id: 'C', window_id: 'live-000003', attempt: '2' },
      Tags: { site: 'fanfare', stage: expect.any(String) },
    });
  });

  it('has a token that MediaConvert accepts, however long the names', async () => {
    const { ClientRequestToken } = await started({
      id: '0'.repeat(26),
      windowId: repairWindowId(99, 999_999),
      attempt: 10,
    });
    expect(ClientRequestToken?.length).toBeLessThanOrEqual(64);
  });

  it('makes one MPEG-TS beside its input, and the requested pictures beside the segments', async () => {
    const { Settings } = await started({ captures: ['poster', 'picture', 'live'] });
    expect(Settings?.Inputs?.[0]?.FileInput).toBe('s3://uploads/windows/C/B/live-000003-2.webm');
    const destinations = Settings?.OutputGroups?.map(
      ({ OutputGroupSettings }) => OutputGroupSettings?.FileGroupSettings?.Destination,
    );
    expect(destinations).toEqual([
      's3://uploads/windows/C/B/live-000003-2',
      's3://media/media/videos/C/B/poster-live-000003',
      's3://media/media/videos/C/B/picture-live-000003',
      's3://media/media/videos/C/B/shown-000010',
    ]);
    const [media, ...captures] = Settings?.OutputGroups?.map(({ Outputs }) => Outputs?.[0]) ?? [];
    expect(media).toMatchObject({ Extension: 'ts', ContainerSettings: { Container: 'M2TS' } });
    expect(media?.ContainerSettings?.M2tsSettings).toEqual({ RateMode: 'VBR', Bitrate: 0 });
    for (const capture of captures)
      expect(capture?.VideoDescription?.CodecSettings?.FrameCaptureSettings).toMatchObject({
        MaxCaptures: 1,
      });
  });

  it('has the properties that the trimmer needs: 30 fps, closed groups of 60, no B-frames, AAC at 48 kHz', async () => {
    const output = (await started()).Settings?.OutputGroups?.[0]?.Outputs?.[0];
    expect(output?.VideoDescription?.CodecSettings?.H264Settings).toMatchObject({
      FramerateControl: 'SPECIFIED',
      FramerateNumerator: 30,
      FramerateDenominator: 1,
      GopSize: 60,
      GopSizeUnits: 'FRAMES',
      GopClosedCadence: 1,
      MinIInterval: 0,
      SceneChangeDetect: 'DISABLED',
      NumberBFramesBetweenReferenceFrames: 0,
      InterlaceMode: 'PROGRESSIVE',
    });
    expect(output?.VideoDescription).toMatchObject({ ScalingBehavior: 'FIT_NO_UPSCALE' });
    expect(output?.AudioDescriptions?.[0]?.CodecSettings?.AacSettings).toMatchObject({
      SampleRate: 48_000,
      Bitrate: 128_000,
    });
  });

  it('has a keyframe each second when segments are that short', async () => {
    const { Settings } = await started({ segmentS: 1 });
    const video = Settings?.OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription;
    expect(video?.CodecSettings?.H264Settings).toMatchObject({ GopSize: 30, GopSizeUnits: 'FRAMES' });
  });

  it('requests no sound when there is none', async () => {
    const { Settings } = await started({ hasSound: false });
    expect(JSON.stringify(Settings)).not.toContain('Audio');
  });

  it('is accepted by the stand-in', async () => {
    for (const hasSound of [true, false]) {
      const input = await started({ hasSound, captures: ['poster', 'picture'] });
      expect(createJobInput.safeParse(lowered(input)).error?.issues).toBeUndefined();
    }
  });

  it.each(['TooManyRequestsException', 'ServiceQuotaExceededException'])(
    'is left for later when MediaConvert is busy (%s)',
    async (name) => {
      mock.on(CreateJobCommand).rejects(awsFailure(name));
      const start = transcoder.start(REQUEST);
      await expect(start).rejects.toMatchObject({ name: 'TranscoderBusyError' });
    },
  );

  it('is found by its name until it is forgotten', async () => {
    const UserMetadata = { broadcast_id: 'B', channel_id: 'C', window_id: 'live-000003', attempt: '2' };
    const Job = { Id: 'job-1', Role: '', Settings: {}, Status: 'ERROR' as const, UserMetadata };
    mock.on(GetJobCommand).resolves({ Job });
    expect(await transcoder.find('job-1')).toEqual({ ...KEY, jobId: 'job-1', status: 'failed' });
    mock.on(GetJobCommand).rejects(awsFailure('NotFoundException'));
    expect(await transcoder.find('job-1')).toBeNull();
  });
});

describe('a MediaConvert event', () => {
  const userMetadata = { broadcast_id: 'B', channel_id: 'C', window_id: 'live-000003', attempt: '2' };

  it.each([
    ['COMPLETE', 'complete'],
    ['ERROR', 'failed'],
    ['CANCELED', 'canceled'],
    ['PROGRESSING', 'running'],
    ['STATUS_UPDATE', 'running'],
  ])('%s of a window sets its job to %s', (status, reported) => {
    expect(reportOf({ jobId: 'j', status, userMetadata })).toEqual({ ...KEY, jobId: 'j', status: reported });
  });

  it('belongs to a window or to a video', () => {
    const ofVideo = { video_id: 'V', channel_id: 'C', storyboard_interval_s: '2' };
    expect([isWindowJob(userMetadata), isWindowJob(ofVideo), isWindowJob(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    const complete = { jobId: 'j', status: 'COMPLETE' };
    expect(reportOfVideo({ ...complete, userMetadata })).toBeUndefined();
    expect(reportOf({ ...complete, userMetadata: ofVideo })).toBeUndefined();
  });

  it.each([
    ['without an attempt', { ...userMetadata, attempt: 'x' }],
    ['without a window', { ...userMetadata, window_id: '' }],
  ])('%s is ignored', (_, metadata) => {
    expect(reportOf({ jobId: 'j', status: 'COMPLETE', userMetadata: metadata })).toBeUndefined();
  });
});

describe('the pictures of a window', () => {
  it.each([
    [{ number: 0, startMs: 40, endMs: 2040 }, ['poster', 'picture', 'live']],
    [{ number: 1, startMs: 2040, endMs: 4080 }, []],
    [{ number: 4, startMs: 8160, endMs: 10_000 }, []],
    [{ number: 5, startMs: 10_000, endMs: 12_000 }, ['poster', 'picture', 'live']],
    [{ number: 4, startMs: 9000, endMs: 11_000 }, ['poster', 'picture', 'live']],
    [{ number: 9, startMs: 19_500, endMs: 21_500 }, ['picture', 'live']],
    [{ number: 9, startMs: 20_001, endMs: 22_000 }, []],
    [{ number: 2, startMs: 12_000, endMs: 31_000 }, ['picture', 'live']],
  ])('%j are %j', (window, captures) => {
    expect(capturesOf(window)).toEqual(captures);
  });
});

/** As the SDK writes it on the wire. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      /^(Audio Selector|broadcast_|channel_|window_|attempt)/.test(name)
        ? name
        : name[0]!.toLowerCase() + name.slice(1),
      lowered(inner),
    ]),
  );
}
