import { randomUUID } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LOCAL_RECORDINGS } from '#infra/local/storage/site-buckets.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';

export const SETUP = { title: 'Brass, three speeds', game: 'Table Fans', tags: ['quiet', 'brass'] };

export const ago = (ms: number): Date => new Date(Date.now() - ms);

interface RecordingOptions {
  /** @default now */
  readonly startedAt?: Date;
  readonly durationMs?: number;
  readonly status?: string;
  readonly streamId?: string;
  readonly bucket?: string;
}

/** As IVS's guide shows it ("Using Amazon EventBridge"). */
export function recordingEvent({ id }: { readonly id: string }, options: RecordingOptions = {}) {
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
    /** In the recording's file, and not in the event. */
    startedAt: `${startedAt.toISOString().slice(0, 19)}Z`,
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

export type RecordingEvent = ReturnType<typeof recordingEvent>;

/** Streams of a site with IVS and storage, and the recordings that IVS makes of them. */
export function recordingsOf(site: () => LocalApi) {
  const start = async ({ token }: TestUser, setup: object = {}): Promise<StreamStatus> =>
    expectSuccess(
      'POST /streaming/start',
      await site().api('POST', '/streaming/start', { token, body: { ...SETUP, ...setup } }),
    );
  const stop = async ({ token }: TestUser): Promise<StreamStatus> =>
    expectSuccess('POST /streaming/stop', await site().api('POST', '/streaming/stop', { token }));
  const videosOf = async ({ id }: TestUser): Promise<Video[]> =>
    expectSuccess('GET /videos', await site().api('GET', `/videos?channel=${id}`));

  const streamItem = async ({ id }: TestUser) => {
    const { client, TableName } = site().table;
    const get = new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } });
    return (await client.send(get)).Item ?? {};
  };

  /** Moves the start of a live stream into the past. */
  async function age({ id }: TestUser, ms: number): Promise<void> {
    await site().table.client.send(
      new UpdateCommand({
        TableName: site().table.TableName,
        Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' },
        UpdateExpression: 'ADD started_at_ms :ago',
        ExpressionAttributeValues: { ':ago': -ms },
      }),
    );
  }

  /** Puts the file by which IVS says that a recording has ended, as its guide shows it ("Auto-Record to Amazon S3"). */
  async function putEnded({ detail, startedAt }: RecordingEvent, folder = 'media/hls'): Promise<void> {
    const prefix = detail.recording_s3_key_prefix;
    const file = {
      version: 'v1',
      channel_arn: `arn:aws:ivs:us-east-1:000000000000:channel/${prefix.split('/')[3]}`,
      recording_started_at: startedAt,
      recording_ended_at: startedAt,
      recording_status: 'RECORDING_ENDED',
      media: {
        hls: {
          duration_ms: detail.recording_duration_ms,
          path: folder,
          playlist: 'master.m3u8',
          renditions: [],
        },
        thumbnails: { path: 'media/thumbnails', resolution_height: 480, resolution_width: 852 },
      },
    };
    await put(`${prefix}/events/recording-ended.json`, JSON.stringify(file));
  }

  /** IVS writes the file, and says so. */
  async function notify(event: RecordingEvent): Promise<void> {
    if (event.detail.recording_status === 'Recording End') await putEnded(event);
    await site().deliver(event);
  }

  /** S3 says that the file is there. */
  const reportStored = ({ detail }: RecordingEvent, bucket = LOCAL_RECORDINGS): Promise<void> => {
    const key = `${detail.recording_s3_key_prefix}/events/recording-ended.json`;
    const stored = { bucket: { name: bucket }, object: { key, size: 700 } };
    return site().deliver({ 'detail-type': 'Object Created', source: 'aws.s3', detail: stored });
  };

  const s3 = () =>
    new S3Client({ endpoint: site().storage?.endpoint ?? '', forcePathStyle: true, region: 'us-east-1' });
  const put = (Key: string, Body: string) =>
    s3().send(new PutObjectCommand({ Bucket: LOCAL_RECORDINGS, Key, Body }));
  const textAt = async (url: string): Promise<string> => {
    const get = new GetObjectCommand({ Bucket: LOCAL_RECORDINGS, Key: url.slice(1) });
    return (await (await s3().send(get)).Body?.transformToString()) ?? '';
  };

  /** Puts the playlists of a recording where IVS puts them; each rendition has segments of so many seconds. */
  async function putRecording(
    prefix: string,
    renditions: Readonly<
      Record<string, { readonly bandwidth: number; readonly segments: readonly number[] }>
    >,
  ): Promise<void> {
    const variants = Object.entries(renditions).map(
      ([name, { bandwidth }]) =>
        `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=1280x720\n${name}/playlist.m3u8\n`,
    );
    await put(`${prefix}/media/hls/master.m3u8`, `#EXTM3U\n#EXT-X-VERSION:6\n${variants.join('')}`);
    for (const [name, { segments }] of Object.entries(renditions)) {
      const target = Math.ceil(Math.max(...segments));
      const lines = segments.map((seconds, index) => `#EXTINF:${seconds.toFixed(3)},\n${index}.ts\n`);
      await put(
        `${prefix}/media/hls/${name}/playlist.m3u8`,
        `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${target}\n#EXT-X-PLAYLIST-TYPE:VOD\n${lines.join('')}#EXT-X-ENDLIST\n`,
      );
    }
  }

  const filesBelow = async (Prefix: string): Promise<number> =>
    (await s3().send(new ListObjectsV2Command({ Bucket: LOCAL_RECORDINGS, Prefix }))).KeyCount ?? 0;

  return {
    start,
    stop,
    videosOf,
    streamItem,
    age,
    put,
    putEnded,
    notify,
    reportStored,
    putRecording,
    textAt,
    filesBelow,
  };
}
