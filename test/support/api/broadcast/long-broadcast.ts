/** A direct broadcast that began an hour ago and continues. Only its first minutes are stored. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import type { StartedBrowserStream } from '#shared/live/browser-stream.ts';
import { channelKey } from '#functions/channels/index.ts';
import { activeItem, broadcastKey, latestKey } from '#functions/browser-stream/table/broadcast.item.ts';
import { livePlaylistUrl } from '#functions/browser-stream/broadcast.ts';
import { cachedMedia } from '../../media/cached-files.ts';
import { ffmpeg } from '../../media/transcoder-media.ts';
import type { Person } from '../../site/people.ts';
import type { RunningSite } from '../../site/running-site.ts';
import { openDatabase } from '../../stand-ins/table-fixture.ts';
import { ENCODERS, concatBytes, segmented, TONE } from './direct-segments.ts';

/** A whole number of AAC frames, so that the film's end joins its beginning. */
const FILM_S = 8;
const STORED_S = 340;
const LOST_UNTIL_S = 3540;
const SMALL_PX = 160;

export const LONG = { storedS: STORED_S, lostUntilS: LOST_UNTIL_S, mainPx: 320, smallPx: SMALL_PX };

const THUMBNAIL = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90', '-frames:v', '1'];

async function film(size: string): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`];
  return cachedMedia(ffmpeg, [...picture, ...TONE, '-t', `${FILM_S}`, ...ENCODERS, '-b:v', '60k'], '.mp4');
}

async function renditions(): Promise<Uint8Array<ArrayBuffer>[]> {
  const [main, small] = await Promise.all(['320x180', `${SMALL_PX}x90`].map(film));
  const cut = (path: string) =>
    segmented(['-stream_loop', '-1', '-i', path, '-t', `${STORED_S}`, '-c', 'copy']);
  const smaller = cut(small!);
  return cut(main!).map((bytes, seq) => concatBytes(bytes, smaller[seq]!));
}

/** Timescales of ffmpeg's pictures and sound. */
const TIMESCALES = [15_360n, 48_000n] as const;

/** The segment, so many seconds later (ISO/IEC 14496-12 §8.8.12: `tfdt`, version 1). */
function later(bytes: Uint8Array<ArrayBuffer>, seconds: number): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(concatBytes(bytes));
  let at = copy.indexOf('tfdt');
  for (let box = 0; at >= 0; box += 1) {
    const moved = copy.readBigUInt64BE(at + 8) + TIMESCALES[box % 2]! * BigInt(seconds);
    copy.writeBigUInt64BE(moved, at + 8);
    at = copy.indexOf('tfdt', at + 4);
  }
  return Uint8Array.from(copy);
}

interface LongBroadcast {
  readonly startedAtMs: number;
  end(): Promise<void>;
}

/** Returns once the first minutes are stored and the live part has begun. */
export async function goLiveAnHourAgo(
  site: RunningSite,
  dataDir: string,
  person: Person,
): Promise<LongBroadcast> {
  const setup = { title: 'Since an hour', category: 'Ceiling Fans', way: 'direct' };
  const { stream_id } = (await person.call('POST', '/browser-stream/start', setup)) as StartedBrowserStream;
  const startedAtMs = Date.now() - LOST_UNTIL_S * 1000;
  const id = await moved(site, dataDir, stream_id, startedAtMs);
  const authorization = `Bearer ${person.token}`;
  await fetch(`${site.url}/api/browser-stream/${id}/picture`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', authorization },
    body: readFileSync(await cachedMedia(ffmpeg, THUMBNAIL, '.jpg')),
  });
  const segments = await renditions();
  const over = new AbortController();
  const put = async (seq: number, body: Uint8Array<ArrayBuffer>): Promise<void> => {
    const headers = { 'content-type': 'video/mp4', authorization };
    const address = `${site.url}/api/browser-stream/${id}/segments/${seq}`;
    const response = await fetch(address, { method: 'PUT', headers, body, signal: over.signal });
    const waitS = Number(response.headers.get('retry-after'));
    // More segments than a person may send in a minute.
    if (response.status === 429 && waitS > 0) {
      await setTimeout(waitS * 1000);
      return put(seq, body);
    }
    if (!response.ok) throw new Error(`${seq}: ${await response.text()}`);
  };
  for (const [seq, bytes] of segments.entries()) await put(seq, bytes);
  const send = async () => {
    for (let seq = 0; seq < segments.length && !over.signal.aborted; seq += 1) {
      const dueMs = startedAtMs + (LOST_UNTIL_S + seq + 1) * 1000;
      await setTimeout(Math.max(0, dueMs - Date.now()));
      if (!over.signal.aborted) await put(LOST_UNTIL_S + seq, later(segments[seq]!, LOST_UNTIL_S));
    }
  };
  const sending = send().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    startedAtMs,
    end: async () => {
      over.abort();
      await sending;
    },
  };
}

/** Has the broadcast begun at an earlier time, which is part of its id. */
async function moved(site: RunningSite, dataDir: string, id: string, startedAtMs: number): Promise<string> {
  const TableName = site.endpoints.table_name;
  const client = openDatabase(site.endpoints.dynamodb, dataDir);
  const { Item } = await client.send(new GetCommand({ TableName, Key: broadcastKey(id) }));
  const movedId = encodeTime(startedAtMs, 10) + id.slice(10);
  const broadcast = { ...Item, ...broadcastKey(movedId), id: movedId, started_at_ms: startedAtMs };
  const channelId = String(Item!['channel_id']);
  const latest = { ...latestKey(channelId), broadcast_id: movedId };
  for (const item of [broadcast, activeItem(movedId, Date.now()), latest])
    await client.send(new PutCommand({ TableName, Item: item }));
  const Key = channelKey(channelId);
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET video_url = :url',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':url': livePlaylistUrl(movedId) },
    }),
  );
  return movedId;
}
