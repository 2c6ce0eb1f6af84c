/** A client of the API that is live the direct way: no camera and no browser, but segments that ffmpeg made. */
import type { StartedBrowserStream } from '#shared/live/browser-stream.ts';
import { cachedMedia } from '../../media/cached-files.ts';
import { ffmpeg } from '../../media/transcoder-media.ts';
import type { Person } from '../../site/people.ts';
import { ENCODERS, concatBytes, segmented, TONE } from './direct-segments.ts';

const SEGMENT_MS = 1000;
const RETRY_AFTER_MS = 250;

/** What viewers have to receive, in bits a second, without the sound. */
export const MAIN_BITS_PER_SECOND = 2_000_000;
const SMALL_BITS_PER_SECOND = 300_000;

export const MAIN_WIDTH_PX = 640;
export const SMALL_WIDTH_PX = 320;

/** A whole number of AAC frames (8 s × 48,000 ÷ 1,024 = 375), so that the film's end joins its beginning. */
const FILM_S = 8;

/** Segments of both renditions, cut at the same moments; `encoding` are further options of their encoders. */
export async function segmentsOfBoth(
  seconds: number,
  encoding: readonly string[] = [],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const main = repeated(seconds, await noise(`${MAIN_WIDTH_PX}x360`, MAIN_BITS_PER_SECOND, encoding));
  const small = await segmentsOfSmall(seconds, encoding);
  return main.map((bytes, seq) => concatBytes(bytes, small[seq]!));
}

/** Segments of the small rendition alone. */
export const segmentsOfSmall = async (
  seconds: number,
  encoding: readonly string[] = [],
): Promise<Uint8Array<ArrayBuffer>[]> =>
  repeated(seconds, await noise(`${SMALL_WIDTH_PX}x180`, SMALL_BITS_PER_SECOND, encoding));

/** A film that needs as many bits as it may have. */
function noise(size: string, bitsPerSecond: number, encoding: readonly string[]): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30,noise=alls=60:allf=t`];
  const rate = `${bitsPerSecond}`;
  const bits = ['-b:v', rate, '-maxrate', rate, '-bufsize', rate];
  const encoders = [...ENCODERS, ...bits, ...encoding];
  return cachedMedia(ffmpeg, [...picture, ...TONE, '-t', `${FILM_S}`, ...encoders], '.mp4');
}

/** Repeats the film without encoding it again. */
const repeated = (seconds: number, film: string): Uint8Array<ArrayBuffer>[] =>
  segmented(['-stream_loop', '-1', '-i', film, '-t', `${seconds}`, '-c', 'copy']);

export interface DirectClient {
  readonly streamId: string;
  /** How many segments are stored. */
  stored(): number;
  /** So many of the next segments never come. */
  lose(segments: number): void;
  end(): Promise<void>;
}

interface DirectClientOptions {
  /** The current address of the site, which may restart. */
  readonly url: () => string;
  readonly person: Person;
  readonly segments: readonly Uint8Array<ArrayBuffer>[];
}

/** Goes live, and puts a segment each second, again and again until it is stored. */
export async function goLiveDirect({ url, person, segments }: DirectClientOptions): Promise<DirectClient> {
  const setup = { title: 'Evening breeze', category: 'Ceiling Fans', way: 'direct' };
  const started = (await person.call('POST', '/browser-stream/start', setup)) as StartedBrowserStream;
  const { stream_id: streamId } = started;
  const over = new AbortController();
  const headers = { 'content-type': 'video/mp4', authorization: `Bearer ${person.token}` };
  const put = async (seq: number): Promise<void> => {
    while (!over.signal.aborted) {
      const address = `${url()}/api/browser-stream/${streamId}/segments/${seq}`;
      const request = { method: 'PUT', headers, body: segments[seq]!, signal: over.signal };
      const response = await fetch(address, request).catch(() => null);
      if (response?.ok) return void (stored += 1);
      if (response && response.status < 500) throw new Error(`${address}: ${await response.text()}`);
      await sleep(RETRY_AFTER_MS);
    }
  };
  let [stored, lost] = [0, 0];
  const startedMs = Date.now();
  const send = async (): Promise<void> => {
    for (let seq = 0; seq < segments.length && !over.signal.aborted; seq += 1) {
      await sleep(Math.max(0, startedMs + (seq + 1) * SEGMENT_MS - Date.now()));
      if (lost > 0) lost -= 1;
      else await put(seq);
    }
  };
  const sending = send();
  return {
    streamId,
    stored: () => stored,
    lose: (count) => (lost = count),
    end: async () => {
      over.abort();
      await sending;
    },
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
