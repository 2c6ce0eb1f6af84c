/** Measures the delay of a software stream: the picture turns from black to white, and a viewer waits for it. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../visit/until.ts';
import type { Visitor } from '../visit/visitor.ts';
import { GAME, TITLE } from '../visit/live.ts';
import { ffmpeg } from './ffmpeg.ts';
import { type Announced, arrivals, bytesAt, requestAnnounced, type Arrival } from './live-playlist.ts';

/** Long enough that a segment with the white picture arrives before the film ends. */
const WHITE_FOR_S = 60;
const FRAMES_PER_S = 30;
const LIVE_WITHIN_S = 60;

export interface StreamDelay {
  /** From sending the white picture until its segment was available, in s. */
  readonly fetchedAfterS: number;
  /** Duration of that segment, and when in it the picture turned white. */
  readonly segmentS: number;
  readonly whiteAtS: number;
  readonly targetDurationS: number;
  /** How the segments that the playlist announced then were answered; none if it announced none. */
  readonly announced: readonly Announced[];
}

export interface Flash {
  readonly film: string;
  readonly whiteAfterS: number;
}

/** Creates a film that is black, then white, with a keyframe each second. */
export async function makeFlash(folder: string, whiteAfterS: number): Promise<Flash> {
  const film = join(folder, 'flash.mp4');
  const white = `drawbox=color=white:t=fill:enable='gte(t,${whiteAfterS})'`;
  const picture = ['-f', 'lavfi', '-i', `color=c=black:s=640x360:r=${FRAMES_PER_S}`, '-vf', white];
  const sound = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000'];
  const encoded = '-c:v libx264 -preset veryfast -bf 0 -pix_fmt yuv420p -g 30 -c:a aac'.split(' ');
  const [source, filter] = [picture.slice(0, 4), picture.slice(4)];
  await ffmpeg(...source, ...sound, ...filter, '-t', `${whiteAfterS + WHITE_FOR_S}`, ...encoded, film);
  return { film, whiteAfterS };
}

/**
 * Streams the film to a stream key, with or without its query parameters, and measures. `keep_replay` is on, so that a
 * recording is created. Throws with ffmpeg's output if no white picture arrives.
 */
export async function measureDelay(
  { api, siteUrl, username }: Visitor,
  { film, whiteAfterS }: Flash,
  keyOf: (key: string) => string,
  signal: AbortSignal,
): Promise<StreamDelay> {
  const body = { title: TITLE, game: GAME, tags: [], keep_replay: true };
  const { rtmp_url, stream_key } = await api.call('POST /streaming/start', { body });
  const sending = sendFilm(film, `${rtmp_url}${keyOf(stream_key ?? '')}`);
  const over = AbortSignal.any([signal, sending.over]);
  try {
    const url = await until('the channel is live', { withinS: LIVE_WITHIN_S, signal: over }, async () => {
      const channel = await api.call('GET /streamers/{username}', { params: { username } });
      return channel.ingest === 'receiving' && new URL(channel.video_url, siteUrl).href;
    });
    for await (const segment of arrivals(url, over)) {
      const whiteAtS = await firstWhite(segment, film);
      if (whiteAtS === undefined) continue;
      const { atMs, durationS: segmentS, targetDurationS } = segment;
      const announced = await Promise.all(segment.announced.map(requestAnnounced));
      const fetchedAfterS = (atMs - sending.startedMs()) / 1000 - whiteAfterS;
      return { fetchedAfterS, segmentS, whiteAtS, targetDurationS, announced };
    }
    throw new Error(
      `The film ended before a white picture came: ${sending.complaints() || 'no output of ffmpeg'}`,
    );
  } finally {
    sending.stop();
    await api.call('POST /streaming/stop', {});
  }
}

/** Sends in real time. `startedMs` is when the film's first frame was sent, calculated from later ones. */
function sendFilm(film: string, address: string) {
  const over = new AbortController();
  const quiet = [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-progress',
    'pipe:1',
    '-stats_period',
    '0.2',
  ];
  const args = [
    ...quiet,
    '-re',
    '-i',
    film,
    '-c',
    'copy',
    '-f',
    'flv',
    '-flvflags',
    'no_duration_filesize',
    address,
  ];
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [startedMs, complaints] = [Infinity, ''];
  child.stdout.on('data', (text: Buffer) => {
    for (const [, micros] of text.toString().matchAll(/^out_time_us=(\d+)$/gm))
      startedMs = Math.min(startedMs, Date.now() - Number(micros) / 1000);
  });
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  for (const name of ['exit', 'error']) child.once(name, () => over.abort());
  return {
    over: over.signal,
    startedMs: () => startedMs,
    complaints: () => complaints.trim(),
    stop: () => void child.kill('SIGINT'),
  };
}

/** Returns when in a segment the picture turns white, in s; `undefined` if it does not. */
async function firstWhite({ url, headerUrl }: Arrival, film: string): Promise<number | undefined> {
  const kept = `${film}.segment`;
  await writeFile(
    kept,
    Buffer.concat([...(headerUrl ? [await bytesAt(headerUrl)] : []), await bytesAt(url)]),
  );
  const luma = await ffmpeg('-i', kept, '-an', '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', '-');
  const first = luma.findIndex((value) => value > 128);
  return first < 0 ? undefined : first / FRAMES_PER_S;
}
