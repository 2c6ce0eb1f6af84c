/** Measures a compatible broadcast: how long its windows take, and its sound at the window boundaries. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../visit/visitor.ts';
import { GAME, TITLE } from '../visit/live.ts';
import { ffmpeg } from './ffmpeg.ts';
import { arrivals, bytesAt, type Arrival } from './live-playlist.ts';
import { departures, departuresAt } from './tone-departures.ts';

const CHUNK_S = 2;
const SAMPLES_PER_S = 48_000;
/** Time for the remaining windows after the last chunk. */
const PATIENCE_S = 120;

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30'];
const TONE = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000'];
const WEBM = `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 200k -g 30 -c:a libopus -b:a 96k
  -f webm -live 1 -cluster_time_limit 1000`.split(/\s+/);

export interface WindowTimes {
  readonly streamId: string;
  /** For each segment, the time from sending its last chunk until it was available, in s. */
  readonly behindS: readonly number[];
  /** The maximum deviation from the tone, at and between segment boundaries. A click's is ten times as large. */
  readonly sound: { readonly atSeams: number; readonly between: number };
}

/** Broadcasts a tone for so many seconds, in chunks of two seconds as from a browser, and records what viewers get. */
export async function broadcastWindows(
  visitor: Visitor,
  seconds: number,
  folder: string,
  signal: AbortSignal,
): Promise<WindowTimes> {
  const { api, siteUrl } = visitor;
  const film = join(folder, 'film.webm');
  await ffmpeg(...PICTURE, ...TONE, '-t', `${seconds}`, ...WEBM, film);
  const chunks = sliced(await readFile(film), Math.ceil(seconds / CHUNK_S));
  const { stream_id: streamId, playback_url } = await api.call('POST /browser-stream/start', {
    body: { title: TITLE, category: GAME, keep_replay: false, way: 'compatible' },
  });
  const over = new AbortController();
  const startedMs = Date.now();
  const received = receive(
    new URL(playback_url, siteUrl).href,
    seconds,
    AbortSignal.any([signal, over.signal]),
  );
  received.catch(() => {});
  try {
    await sendChunks(visitor, streamId, chunks, startedMs);
    const late = setTimeout(() => over.abort(), PATIENCE_S * 1000);
    const segments = await received;
    clearTimeout(late);
    return { streamId, behindS: behind(segments, startedMs), sound: await soundOf(segments, folder) };
  } finally {
    over.abort();
    const params = { stream_id: streamId };
    await api.call('POST /browser-stream/stop/{stream_id}', { params, body: { chunk_count: chunks.length } });
  }
}

/** Splits into pieces of equal size, which have about the same duration. */
function sliced(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

async function sendChunks(
  { api }: Visitor,
  streamId: string,
  chunks: readonly Buffer[],
  startedMs: number,
): Promise<void> {
  for (const [seq, chunk] of chunks.entries()) {
    await sleep(Math.max(0, startedMs + (seq + 1) * CHUNK_S * 1000 - Date.now()));
    const body = { chunks: [{ seq, size: chunk.length }] };
    const params = { stream_id: streamId };
    const { uploads } = await api.call('POST /browser-stream/upload/{stream_id}', { params, body });
    for (const { url, headers } of uploads) {
      const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(chunk) });
      if (!answer.ok) throw new Error(`Chunk ${seq} was not stored: ${answer.status} ${await answer.text()}`);
    }
  }
}

/** Resolves when nearly everything that was sent is available; the last window only arrives with the end. */
async function receive(playlistUrl: string, seconds: number, over: AbortSignal): Promise<Arrival[]> {
  const segments: Arrival[] = [];
  let lengthS = 0;
  for await (const segment of arrivals(playlistUrl, over)) {
    segments.push(segment);
    lengthS += segment.durationS;
    if (lengthS >= seconds - 2 * segment.targetDurationS) break;
  }
  if (segments.length === 0) throw new Error('No segment was created from a window');
  return segments;
}

function behind(segments: readonly Arrival[], startedMs: number): number[] {
  let endS = 0;
  return segments.map(({ durationS, atMs }) => {
    endS += durationS;
    return (atMs - startedMs) / 1000 - endS;
  });
}

/** Decodes the segments in sequence, as a player without gaps. */
async function soundOf(segments: readonly Arrival[], folder: string): Promise<WindowTimes['sound']> {
  const kept = join(folder, 'received');
  await mkdir(kept);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${segments[0]!.targetDurationS}`];
  for (const [index, segment] of segments.entries()) {
    await writeFile(join(kept, `${index}.m4s`), await bytesAt(segment.url));
    if (segment.isDiscontinuous) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.headerUrl) {
      await writeFile(join(kept, `${index}.mp4`), await bytesAt(segment.headerUrl));
      lines.push(`#EXT-X-MAP:URI="${index}.mp4"`);
    }
    lines.push(`#EXTINF:${segment.durationS},`, `${index}.m4s`);
  }
  const playlist = join(kept, 'index.m3u8');
  await writeFile(playlist, [...lines, '#EXT-X-ENDLIST', ''].join('\n'));
  const local = ['-allowed_extensions', 'ALL', '-protocol_whitelist', 'file'];
  const raw = await ffmpeg(
    ...local,
    '-i',
    playlist,
    '-vn',
    '-ac',
    '1',
    '-ar',
    `${SAMPLES_PER_S}`,
    '-f',
    'f32le',
    '-',
  );
  const samples = new Float32Array(
    raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length - (raw.length % 4)),
  );
  let endS = 0;
  const seams = segments.slice(0, -1).map(({ durationS }) => (endS += durationS));
  return departuresAt(departures(samples), seams);
}
