import {
  CancelJobCommand,
  CreateJobCommand,
  GetJobCommand,
  MediaConvertClient,
  ProbeCommand,
} from '@aws-sdk/client-mediaconvert';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mediaConvert } from '#functions/videos/transcode/videos.mediaconvert.ts';
import { awsFailure } from '#test/support/stand-ins/aws-failure.ts';

const mock = mockClient(MediaConvertClient);
const client = new MediaConvertClient({ region: 'eu-west-1' });
const transcoder = mediaConvert(
  {
    openUpload: async () => null,
    report: () => {},
    uploadsBucket: 'uploads',
    mediaBucket: 'media',
    roleArn: 'arn:role',
    queueArn: 'arn:queue',
  },
  client,
);
beforeEach(() => mock.reset());
afterAll(() => mock.restore());

const upload = { channelId: 'C', uploadId: 'V' };
const job = { upload, filesPrefix: 'media/videos/C/V/', token: 'V-0' };
const PROBED = {
  Container: {
    Format: 'mp4' as const,
    Duration: 241,
    Tracks: [
      { TrackType: 'video' as const, VideoProperties: { Width: 640, Height: 360 } },
      { TrackType: 'audio' as const },
    ],
  },
};

describe('Probe', () => {
  it('is asked about the upload and returns its facts', async () => {
    mock.on(ProbeCommand).resolves({ ProbeResults: [PROBED] });
    const facts = await transcoder.probe(upload);
    expect(facts).toMatchObject({ durationS: 241, hasSound: true, picture: { widthPx: 640, heightPx: 360 } });
    const [call] = mock.commandCalls(ProbeCommand);
    expect(call?.args[0].input).toEqual({ InputFiles: [{ FileUrl: 's3://uploads/videos/C/V' }] });
  });

  it.each([
    ['no known format', { ProbeResults: [{ Container: {} }] }],
    ['neither picture nor sound', { ProbeResults: [{ Container: { ...PROBED.Container, Tracks: [] } }] }],
    ['nothing', {}],
  ])('with %s means that the file is no video', async (_, answer) => {
    mock.on(ProbeCommand).resolves(answer);
    expect(await transcoder.probe(upload)).toBeNull();
  });

  it.each(['UnprocessableEntityException', 'NotFoundException'])(
    'failing with %s means that the file is no video',
    async (name) => {
      mock.on(ProbeCommand).rejects(awsFailure(name));
      expect(await transcoder.probe(upload)).toBeNull();
    },
  );

  it('failing otherwise says nothing about the file', async () => {
    mock.on(ProbeCommand).rejects(awsFailure('InternalServerErrorException'));
    await expect(transcoder.probe(upload)).rejects.toMatchObject({ name: 'InternalServerErrorException' });
  });
});

describe('CreateJob', () => {
  it('names role, queue, outputs, token and owner', async () => {
    mock.on(CreateJobCommand).resolves({ Job: { Id: 'job-1', Role: '', Settings: {} } });
    const source = { durationS: 241, hasSound: true };
    expect(await transcoder.start({ ...job, source })).toBe('job-1');
    const input = mock.commandCalls(CreateJobCommand)[0]?.args[0].input;
    expect(input).toMatchObject({
      Role: 'arn:role',
      Queue: 'arn:queue',
      ClientRequestToken: 'V-0',
      UserMetadata: { video_id: 'V', channel_id: 'C', storyboard_interval_s: '3' },
    });
    expect(JSON.stringify(input?.Settings)).toContain('s3://uploads/videos/C/V');
    expect(JSON.stringify(input?.Settings)).toContain('s3://media/media/videos/C/V/video');
  });

  it('gives a replay’s ladder a lower priority than uploads', async () => {
    mock.on(CreateJobCommand).resolves({ Job: { Id: 'job-1', Role: '', Settings: {} } });
    await transcoder.start({ ...job, inputs: ['films/C/B/8-0.mp4'] });
    await transcoder.start(job);
    const [ladder, ofUpload] = mock.commandCalls(CreateJobCommand).map(({ args }) => args[0].input);
    expect(ladder?.Priority).toBeLessThan(ofUpload?.Priority ?? 0);
  });

  it('fits any source when nothing is known', async () => {
    mock.on(CreateJobCommand).resolves({ Job: { Id: 'job-1', Role: '', Settings: {} } });
    await transcoder.start(job);
    const input = mock.commandCalls(CreateJobCommand)[0]?.args[0].input;
    expect(input?.UserMetadata?.['storyboard_interval_s']).toBe('10');
    expect(JSON.stringify(input?.Settings)).toContain('FIT_NO_UPSCALE');
  });

  it.each(['TooManyRequestsException', 'ServiceQuotaExceededException'])(
    'is left for later when it stays throttled (%s)',
    async (name) => {
      mock.on(CreateJobCommand).rejects(awsFailure(name));
      await expect(transcoder.start(job)).rejects.toMatchObject({ name: 'TranscoderBusyError' });
    },
  );

  it('throws when it is refused', async () => {
    mock.on(CreateJobCommand).rejects(awsFailure('BadRequestException'));
    await expect(transcoder.start(job)).rejects.toMatchObject({ name: 'BadRequestException' });
  });
});

describe('a job', () => {
  const Job = {
    Id: 'job-1',
    Role: '',
    Settings: {},
    UserMetadata: { video_id: 'V', channel_id: 'C', storyboard_interval_s: '2' },
  };

  it('that is complete is reported with its length and picture size', async () => {
    const OutputGroupDetails = [
      { OutputDetails: [{ DurationInMs: 4200 }] },
      { OutputDetails: [{ VideoDetails: { WidthInPx: 1280, HeightInPx: 720 } }] },
      { OutputDetails: [{ VideoDetails: { WidthInPx: 160, HeightInPx: 90 } }] },
    ];
    mock.on(GetJobCommand).resolves({ Job: { ...Job, Status: 'COMPLETE', OutputGroupDetails } });
    expect(await transcoder.find('job-1')).toEqual({
      jobId: 'job-1',
      videoId: 'V',
      channelId: 'C',
      status: 'complete',
      durationS: 4.2,
      storyboard: { widthPx: 160, heightPx: 90, intervalS: 2 },
    });
  });

  it.each([
    [{ Status: 'SUBMITTED' as const }, { status: 'running' }],
    [
      { Status: 'PROGRESSING' as const, JobPercentComplete: 12 },
      { status: 'running', percent: 12 },
    ],
    [
      { Status: 'ERROR' as const, ErrorCode: 1030 },
      { status: 'failed', errorCode: 1030 },
    ],
    [{ Status: 'CANCELED' as const }, { status: 'canceled' }],
  ])('with the status %j is %j', async (state, report) => {
    mock.on(GetJobCommand).resolves({ Job: { ...Job, ...state } });
    expect(await transcoder.find('job-1')).toEqual({
      jobId: 'job-1',
      videoId: 'V',
      channelId: 'C',
      ...report,
    });
  });

  it('that is unknown is null', async () => {
    mock.on(GetJobCommand).rejects(awsFailure('NotFoundException'));
    expect(await transcoder.find('job-1')).toBeNull();
  });

  it.each(['ConflictException', 'NotFoundException'])(
    'that has ended need not be cancelled (%s)',
    async (name) => {
      mock.on(CancelJobCommand).rejects(awsFailure(name));
      await expect(transcoder.cancel('job-1')).resolves.toBeUndefined();
    },
  );
});
