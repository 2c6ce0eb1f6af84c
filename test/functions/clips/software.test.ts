/** Clips of streams through software, which are cut from the recording that grows meanwhile. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import {
  ago,
  recordingEvent,
  type RecordingEvent,
  recordingsOf,
} from '#test/support/api/videos/recordings.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const SEGMENT_S = 10;
const RENDITIONS = ['720p30', '360p30'];

let viewer: TestUser;
const site = await localApi({ ivs: true, storage: true });
const stage = new VideosStage(site);
// A new account makes a few clips a day.
beforeEach(async () => {
  viewer = await site.aUser();
});

const { start, stop, age, notify, put, videosOf } = recordingsOf(() => site);

interface Recorded {
  readonly streamer: TestUser;
  readonly event: RecordingEvent;
  /** When its first picture was made. */
  readonly atMs: number;
}

/** Creates a stream whose picture arrives. */
async function begin(
  streamer: TestUser,
  { setup, streamId = 'st-1' }: { setup?: object | undefined; streamId?: string } = {},
) {
  await start(streamer, setup);
  await reportStream(site, streamer, 'Stream Start', { streamId });
}

/** Starts a stream in the past, with a number of recorded segments. */
async function live(options: { agoMs?: number; segments?: number; setup?: object } = {}): Promise<Recorded> {
  const { agoMs = 10 * MINUTE_MS, segments = 12, setup } = options;
  const streamer = await site.aUser();
  await begin(streamer, { setup });
  await age(streamer, agoMs + 5000);
  const event = recordingEvent(streamer, { startedAt: ago(agoMs), durationMs: 0, status: 'Recording Start' });
  const recorded = { streamer, event, atMs: Date.parse(event.startedAt) };
  await grow(recorded, segments);
  await notify(event);
  return recorded;
}

/** Writes the playlists, as IVS does: whole, and with an end. */
async function grow({ event, atMs }: Recorded, segments: number, renditions = RENDITIONS): Promise<void> {
  const folder = `${event.detail.recording_s3_key_prefix}/media`;
  const variants = RENDITIONS.map(
    (name) => `#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=1280x720\n${name}/playlist.m3u8\n`,
  );
  await put(`${folder}/hls/master.m3u8`, `#EXTM3U\n${variants.join('')}`);
  const numbers = Array.from({ length: segments }, (_, number) => number);
  for (const name of renditions) {
    const lines = numbers.map((number) => {
      const date = new Date(atMs + number * SEGMENT_S * 1000).toISOString();
      return `#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:${SEGMENT_S},\n${number}.ts\n`;
    });
    await Promise.all(
      numbers.map((number) => put(`${folder}/hls/${name}/${number}.ts`, `${name} ${number}`)),
    );
    const head = `#EXTM3U\n#EXT-X-TARGETDURATION:${SEGMENT_S}\n#EXT-X-PLAYLIST-TYPE:EVENT\n`;
    await put(`${folder}/hls/${name}/playlist.m3u8`, `${head}${lines.join('')}#EXT-X-ENDLIST\n`);
  }
}

type Span = readonly [fromS: number, untilS: number];

const make = ({ streamer, atMs }: Recorded, [fromS, untilS]: Span, key: string = ulid(), user = viewer) =>
  site.api('POST', '/clips', {
    token: user.token,
    headers: { 'idempotency-key': key },
    body: {
      kind: 'live',
      id: streamer.id,
      from_ms: atMs + fromS * 1000,
      until_ms: atMs + untilS * 1000,
      title: 'Starting up',
    },
  });
const made = async (...args: Parameters<typeof make>): Promise<Clip> =>
  expectSuccess('POST /clips', await make(...args));
const ask = (id: string, user?: TestUser) => site.api('GET', `/clips/${id}`, { token: user?.token });
const filesOf = ({ channel_id, id }: Pick<Clip, 'channel_id' | 'id'>) =>
  stage.keys('media', `media/clips/${channel_id}/${id}/`);

async function expectAwaited(answer: Awaited<ReturnType<typeof make>>): Promise<void> {
  expect(expectError(answer, 'conflict')).toContain('not recorded yet');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** IVS ends the recording, which becomes the replay. */
async function publish({ streamer, event }: Recorded): Promise<string> {
  const detail = { ...event.detail, recording_status: 'Recording End', recording_duration_ms: 120_000 };
  await notify({ ...event, detail });
  return (await videosOf(streamer))[0]!.id;
}

describe('a clip of a live stream through software', () => {
  it('is copied from any part of its recording, in all renditions', async () => {
    const recorded = await live();
    const picture = `${recorded.event.detail.recording_s3_key_prefix}/media/thumbnails/thumb1.jpg`;
    await put(picture, 'a picture within the clip');
    const clip = await made(recorded, [15, 45]);
    expect(clip).toMatchObject({ start_s: 5, duration_s: 30, source: null, visibility: 'public' });
    const names = await filesOf(clip);
    expect(names.filter((name) => name.endsWith('.ts'))).toHaveLength(8);
    expect(names.filter((name) => name.endsWith('.m3u8'))).toHaveLength(3);
    const Bucket = site.storage?.mediaBucket ?? '';
    const Key = clip.thumbnail_url!.slice(1);
    const { Body } = await stage.s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body?.transformToString()).toBe('a picture within the clip');
    expect(expectSuccess('GET /clips/{id}', await ask(clip.id))).toEqual(clip);
  });

  it('has the newest picture where there is none of its time', async () => {
    const recorded = await live();
    const prefix = recorded.event.detail.recording_s3_key_prefix;
    await put(`${prefix}/media/latest_thumbnail/thumb.jpg`, 'newest');
    expect((await made(recorded, [15, 45])).thumbnail_url).toMatch(/\.jpg$/);
  });

  it('waits for its end in the recording of each rendition, and is then made once', async () => {
    const recorded = await live({ agoMs: MINUTE_MS, segments: 3 });
    const key = ulid();
    await expectAwaited(await make(recorded, [20, 50], key));
    await grow(recorded, 6, RENDITIONS.slice(1));
    await expectAwaited(await make(recorded, [20, 50], key));
    const list = await site.api('GET', `/clips?channel=${recorded.streamer.id}`);
    expect(expectSuccess('GET /clips', list)).toEqual([]);
    expect(await filesOf({ channel_id: recorded.streamer.id, id: '' })).toEqual([]);
    await grow(recorded, 6);
    const both = await Promise.all([make(recorded, [20, 50], key), make(recorded, [20, 50], key)]);
    const ids = both.map((answer) => expectSuccess('POST /clips', answer).id);
    expect(new Set([...ids, (await made(recorded, [20, 50], key)).id]).size).toBe(1);
  });

  it('waits for the first playlist', async () => {
    const streamer = await site.aUser();
    await begin(streamer);
    await age(streamer, MINUTE_MS);
    const event = recordingEvent(streamer, { durationMs: 0, status: 'Recording Start' });
    await notify(event);
    await expectAwaited(await make({ streamer, event, atMs: Date.now() - 20_000 }, [0, 10]));
  });

  it('begins with its recording where it would begin in the minute before', async () => {
    expect(await made(await live(), [-30, 12])).toMatchObject({ start_s: 0, duration_s: 12 });
  });

  it('is refused before the recording, and where it stopped long ago', async () => {
    const recorded = await live();
    for (const span of [
      [-70, 10],
      [-30, 3],
      [110, 125],
    ] as const) {
      const answer = await make(recorded, span);
      expect(expectError(answer, 'conflict')).toContain('no longer available');
      expect(answer.headers.get('retry-after')).toBeNull();
    }
  });

  it('is refused without a recording, or where the owner keeps no replay', async () => {
    const streamer = await site.aUser();
    await begin(streamer);
    await age(streamer, MINUTE_MS);
    const unrecorded = { streamer, event: recordingEvent(streamer), atMs: Date.now() - 30_000 };
    expect(expectError(await make(unrecorded, [0, 10]), 'conflict')).toContain('no recording');
    const unwanted = await live({ setup: { keep_replay: false } });
    expect(expectError(await make(unwanted, [0, 10]), 'conflict')).toContain('no recording');
    await stop(unwanted.streamer);
    expect(expectError(await make(unwanted, [0, 10]), 'conflict')).toContain('not live');
  });

  it('is made of the present stream only, where its channel was live before', async () => {
    const recorded = await live();
    await stop(recorded.streamer);
    await begin(recorded.streamer, { streamId: 'st-2' });
    const clip = await made(recorded, [0, 10]);
    await publish(recorded);
    expect((await ask(clip.id)).body).toMatchObject({ source: { at_s: 0 } });
    const now = { ...recorded, atMs: Date.now() };
    expect(expectError(await make(now, [0, 10]), 'conflict')).toContain('no recording');
  });
});

describe('a clip of a stream through software that has ended', () => {
  it('is still made of what its recording gets', async () => {
    const recorded = await live({ agoMs: MINUTE_MS, segments: 3 });
    const key = ulid();
    await expectAwaited(await make(recorded, [20, 50], key));
    await stop(recorded.streamer);
    await expectAwaited(await make(recorded, [20, 50], key));
    await grow(recorded, 5);
    expect(await made(recorded, [20, 50], key)).toMatchObject({ duration_s: 30, source: null });
  });

  it('can be made for an hour', async () => {
    const recorded = await live();
    await stop(recorded.streamer);
    await made(recorded, [0, 10]);
    await setEnd(recorded.streamer, Date.now() - HOUR_MS - 5000);
    expect(expectError(await make(recorded, [0, 10]), 'conflict')).toContain('not live');
  });

  it('links to its replay, is never more visible, and is deleted with it', async () => {
    const recorded = await live();
    const { streamer } = recorded;
    const clip = await made(recorded, [15, 45]);
    await stop(streamer);
    const id = await publish(recorded);
    const linked = expectSuccess('GET /clips/{id}', await ask(clip.id));
    expect(linked.source).toEqual({ video_id: id, at_s: 15 });
    const body = { visibility: 'private' };
    await site.api('PATCH', `/videos/${id}`, { token: streamer.token, body });
    expectError(await ask(clip.id), 'not_found');
    expectError(await make(recorded, [15, 45]), 'not_found');
    expect((await ask(clip.id, streamer)).body).toMatchObject({ visibility: 'private' });
    await site.api('DELETE', `/videos/${id}`, { token: streamer.token });
    expectError(await ask(clip.id, streamer), 'not_found');
    expect(await filesOf({ channel_id: streamer.id, id: '' })).toEqual([]);
  });
});

/** Moves the end of a channel's only ended stream; its item expires two weeks later. */
async function setEnd({ id }: TestUser, endMs: number): Promise<void> {
  const { client, TableName } = site.table;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :ended)',
      ExpressionAttributeValues: { ':channel': `CHANNEL#${id}`, ':ended': 'BROADCAST#' },
    }),
  );
  const [{ pk, sk }] = Items as [Record<string, string>];
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET expires_at = :at',
      ExpressionAttributeValues: { ':at': Math.floor(endMs / 1000) + 14 * 24 * 60 * 60 },
    }),
  );
}
