import { randomUUID } from 'node:crypto';
import { GetChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_RECORDING_CONFIGURATION_ARN } from '../../infra/resources/live-channels/live-channels.local.ts';
import { LOCAL_RECORDINGS } from '../../infra/resources/storage/buckets.local.ts';
import type { StreamStatus } from '../../shared/streaming.ts';
import type { Video } from '../../shared/videos.ts';
import { expectError, expectSuccess } from '../support/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../support/local-api.ts';

let site: LocalApi;
beforeAll(async () => {
  site = await startLocalApi({ ivs: true, storage: true });
});
afterAll(() => site.close());

const SETUP = { title: 'Brass, three speeds', game: 'Table Fans', tags: ['quiet', 'brass'] };

const start = async ({ token }: TestUser, setup: object = {}): Promise<StreamStatus> =>
  expectSuccess(
    'POST /streaming/start',
    await site.api('POST', '/streaming/start', { token, body: { ...SETUP, ...setup } }),
  );
const stop = async ({ token }: TestUser): Promise<StreamStatus> =>
  expectSuccess('POST /streaming/stop', await site.api('POST', '/streaming/stop', { token }));
const videosOf = async ({ id }: TestUser): Promise<Video[]> =>
  expectSuccess('GET /videos', await site.api('GET', `/videos?channel=${id}`));

const streamItem = async ({ id }: TestUser) => {
  const { client, TableName } = site.table;
  const get = new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } });
  return (await client.send(get)).Item ?? {};
};

/** Moves the start of a live stream into the past. */
async function age({ id }: TestUser, ms: number): Promise<void> {
  await site.table.client.send(
    new UpdateCommand({
      TableName: site.table.TableName,
      Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' },
      UpdateExpression: 'ADD started_at_ms :ago',
      ExpressionAttributeValues: { ':ago': -ms },
    }),
  );
}

interface RecordingOptions {
  /** @default now */
  readonly startedAt?: Date;
  readonly durationMs?: number;
  readonly status?: string;
  readonly streamId?: string;
  readonly bucket?: string;
}

/** As IVS's guide shows it ("Using Amazon EventBridge"). */
function recordingEvent({ id }: { readonly id: string }, options: RecordingOptions = {}) {
  const {
    startedAt = new Date(),
    durationMs = 60_000,
    status = 'Recording End',
    streamId = 'st-1',
  } = options;
  const { bucket = LOCAL_RECORDINGS } = options;
  const minute = startedAt.toISOString().slice(0, 16).split(/[-T:]/).map(Number).join('/');
  const recordingId = randomUUID().slice(-12);
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'IVS Recording State Change',
    source: 'aws.ivs',
    account: '000000000000',
    time: `${new Date(startedAt.getTime() + durationMs).toISOString().slice(0, 19)}Z`,
    region: 'us-east-1',
    resources: ['arn:aws:ivs:us-east-1:000000000000:channel/AsXego4U6tnj'],
    detail: {
      recording_status: status,
      recording_status_reason: '',
      recording_s3_bucket_name: bucket,
      recording_s3_key_prefix: `ivs/v1/000000000000/AsXego4U6tnj/${minute}/${recordingId}`,
      recording_duration_ms: durationMs,
      recording_session_id: 'a6RfV23ES97iyfoQ',
      recording_session_stream_ids: [streamId],
      channel_name: id,
      stream_id: streamId,
    },
  };
}

const MINUTE_MS = 60_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);

describe('a recording that has ended', () => {
  it('is a video of its channel that everybody may see, called as the stream was', async () => {
    const ada = await site.aUser();
    await start(ada);
    await age(ada, 10 * MINUTE_MS);
    await stop(ada);
    const event = recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS), durationMs: 125_400 });
    await site.deliver(event);
    const prefix = event.detail.recording_s3_key_prefix;
    expect(await videosOf(ada)).toEqual([
      {
        id: expect.any(String),
        channel_id: ada.id,
        username: ada.username,
        kind: 'replay',
        title: SETUP.title,
        category: SETUP.game,
        tags: SETUP.tags,
        visibility: 'public',
        description: '',
        status: 'ready',
        percent: 100,
        reason: null,
        playback_url: `/${prefix}/media/hls/master.m3u8`,
        thumbnail_url: `/${prefix}/media/thumbnails/thumb2.jpg`,
        storyboard_url: null,
        duration_s: 125.4,
        views: 0,
        created_at: expect.any(String),
      },
    ]);
  });

  it('is called as the stream was at its end, not as what came after it', async () => {
    const ada = await site.aUser();
    await start(ada, { title: 'Warming up' });
    await age(ada, 10 * MINUTE_MS);
    await start(ada, { title: 'Now in earnest' });
    await stop(ada);
    await start(ada, { title: 'The next evening' });
    await site.deliver(recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS) }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Now in earnest' }]);
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { title: 'Renamed on air' } });
    await age(ada, 5 * MINUTE_MS);
    await site.deliver(recordingEvent(ada, { startedAt: ago(4 * MINUTE_MS) }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Renamed on air' }, { title: 'Now in earnest' }]);
  });

  it('is told by its stream where several broadcasts began in the same minute', async () => {
    const ada = await site.aUser();
    for (const number of [1, 2, 3]) {
      await start(ada, { title: `Take ${number}` });
      const { ivs_channel_arn: arn } = await streamItem(ada);
      const detail = { event_name: 'Stream Start', channel_name: ada.id, stream_id: `st-${number}` };
      const time = new Date(Date.now() + 1000).toISOString();
      const change = {
        'detail-type': 'IVS Stream State Change',
        source: 'aws.ivs',
        time,
        resources: [arn],
        detail,
      };
      await site.deliver(change);
      await stop(ada);
    }
    await site.deliver(recordingEvent(ada, { streamId: 'st-2', durationMs: 5_000 }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Take 2' }]);
  });

  it('makes one video, however often it is reported', async () => {
    const ada = await site.aUser();
    await start(ada);
    const event = recordingEvent(ada);
    await Promise.all([site.deliver(event), site.deliver(event)]);
    await site.deliver(event);
    expect(await videosOf(ada)).toHaveLength(1);
    await site.deliver(recordingEvent(ada));
    expect(await videosOf(ada)).toHaveLength(2);
  });

  it.each([
    ['is too short', { durationMs: 1_999 }],
    ['has only begun', { status: 'Recording Start', durationMs: 0 }],
    ['lies in a bucket of others', { bucket: 'holiday-cams' }],
  ])('makes none when it %s', async (_, options) => {
    const ada = await site.aUser();
    await start(ada);
    await site.deliver(recordingEvent(ada, options));
    expect(await videosOf(ada)).toEqual([]);
  });

  it('makes none, and no fuss, when its channel is gone or was never ours', async () => {
    await site.deliver(recordingEvent({ id: '01JD0000000000000000000000' }));
    await site.deliver(recordingEvent({ id: '' }));
    const event = recordingEvent({ id: 'x' });
    await expect(site.deliver({ ...event, detail: {} })).resolves.toBeUndefined();
  });

  it('is reported in the log when it has failed', async () => {
    const ada = await site.aUser();
    site.log.clear();
    await site.deliver(recordingEvent(ada, { status: 'Recording End Failure' }));
    expect(site.log.entries()).toMatchObject([
      {
        level: 'error',
        step: 'recording',
        error: { message: expect.stringContaining('Recording End Failure') },
      },
    ]);
    expect(await videosOf(ada)).toEqual([]);
  });
});

describe('a replay that its owner deletes', () => {
  const s3 = () =>
    new S3Client({ endpoint: site.storage?.endpoint ?? '', forcePathStyle: true, region: 'us-east-1' });
  const filesBelow = async (Prefix: string): Promise<number> =>
    (await s3().send(new ListObjectsV2Command({ Bucket: LOCAL_RECORDINGS, Prefix }))).KeyCount ?? 0;

  it('goes with its files, leaves those of others, and does not come back', async () => {
    const ada = await site.aUser();
    await start(ada);
    const [first, second] = [recordingEvent(ada), recordingEvent(ada)];
    const prefixes = [first, second].map(({ detail }) => detail.recording_s3_key_prefix);
    for (const prefix of prefixes) {
      for (const name of ['events/recording-ended.json', 'media/hls/master.m3u8', 'media/hls/720p30/0.ts'])
        await s3().send(
          new PutObjectCommand({ Bucket: LOCAL_RECORDINGS, Key: `${prefix}/${name}`, Body: 'x' }),
        );
    }
    await site.deliver(first);
    await site.deliver(second);
    const replay = (await videosOf(ada)).find(({ playback_url }) =>
      playback_url?.includes(prefixes[0] ?? ''),
    );
    const path = `/videos/${replay?.id}`;
    const bob = await site.aUser();
    expectError(await site.api('DELETE', path, { token: bob.token }), 'forbidden');
    expectSuccess('DELETE /videos/{id}', await site.api('DELETE', path, { token: ada.token }));
    expect(await Promise.all(prefixes.map(filesBelow))).toEqual([0, 3]);
    await site.deliver(first);
    expect(await videosOf(ada)).toMatchObject([{ playback_url: `/${prefixes[1]}/media/hls/master.m3u8` }]);
  });
});

describe('the choice to keep replays', () => {
  const isRecorded = async (user: TestUser): Promise<boolean> => {
    const { ivs_channel_arn: arn } = await streamItem(user);
    const { channel } = await new IvsClient().send(new GetChannelCommand({ arn: String(arn) }));
    expect([LOCAL_RECORDING_CONFIGURATION_ARN, '']).toContain(channel?.recordingConfigurationArn);
    return channel?.recordingConfigurationArn !== '';
  };

  it('is made for a newcomer: streams are recorded', async () => {
    const ada = await site.aUser();
    expect(await start(ada)).toMatchObject({ keep_replay: true });
    expect(await isRecorded(ada)).toBe(true);
  });

  it('is remembered from stream to stream, and decides what IVS does', async () => {
    const ada = await site.aUser();
    expect(await start(ada, { keep_replay: false })).toMatchObject({ keep_replay: false });
    expect(await isRecorded(ada)).toBe(false);
    expect(await stop(ada)).toMatchObject({ is_live: false, keep_replay: false });
    await start(ada);
    expect(await isRecorded(ada)).toBe(false);
    await stop(ada);
    expect(await start(ada, { keep_replay: true })).toMatchObject({ keep_replay: true });
    expect(await isRecorded(ada)).toBe(true);
  });

  it('counts from the next stream on when it changes while live', async () => {
    const ada = await site.aUser();
    await start(ada);
    expect(await start(ada, { keep_replay: false })).toMatchObject({ is_live: true, keep_replay: false });
    expect(await isRecorded(ada)).toBe(true);
    await stop(ada);
    await start(ada);
    expect(await isRecorded(ada)).toBe(false);
  });

  it('is on or off', async () => {
    const { token } = await site.aUser();
    const answer = await site.api('POST', '/streaming/start', {
      token,
      body: { ...SETUP, keep_replay: 'no' },
    });
    expect(expectError(answer, 'invalid_request')).toBe('Keep replay must be true or false.');
  });
});
