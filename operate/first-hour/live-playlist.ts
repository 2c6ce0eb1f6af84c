/** Reads a live HLS playlist as a player does: each segment once, with the time it became available. */
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 250;

export interface ListedSegment {
  readonly url: string;
  readonly durationS: number;
  /** URL of its header; `undefined` if it has none. */
  readonly headerUrl: string | undefined;
  readonly isDiscontinuous: boolean;
}

/** Returns the segments of a media playlist in order. */
export function segmentsIn(text: string, playlistUrl: string): ListedSegment[] {
  const segments: ListedSegment[] = [];
  let [durationS, isDiscontinuous] = [0, false];
  let headerUrl: string | undefined;
  for (const line of text.split('\n')) {
    const [, tag = '', value = ''] = /^#(EXT[\w-]*):?(.*)$/.exec(line) ?? [];
    if (tag === 'EXTINF') durationS = Number.parseFloat(value);
    else if (tag === 'EXT-X-DISCONTINUITY') isDiscontinuous = true;
    else if (tag === 'EXT-X-MAP')
      headerUrl = new URL(/URI="([^"]+)"/.exec(value)?.[1] ?? '', playlistUrl).href;
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ url: new URL(line, playlistUrl).href, durationS, headerUrl, isDiscontinuous });
      isDiscontinuous = false;
    }
  }
  return segments;
}

/** Returns the addresses of the segments that IVS announces before they are complete (docs/decisions/live-playback.md). */
export const announcedIn = (text: string, playlistUrl: string): string[] =>
  [...text.matchAll(/^#EXT-X-PREFETCH:(.+)$/gm)].map(
    ([, address = '']) => new URL(address, playlistUrl).href,
  );

/** Returns the target duration of a media playlist, in s. */
export const targetDurationIn = (text: string): number =>
  Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? NaN);

/** Returns the first media playlist of a multivariant one, or the playlist itself. */
function firstMediaUrl(text: string, playlistUrl: string): string {
  const variant = /^#EXT-X-STREAM-INF:.*\n([^#\n].*)$/m.exec(text)?.[1];
  return variant ? new URL(variant, playlistUrl).href : playlistUrl;
}

export interface Arrival extends ListedSegment {
  /** When the playlist first listed it, in ms since 1970. */
  readonly atMs: number;
  readonly targetDurationS: number;
  /** See `announcedIn`. */
  readonly announced: readonly string[];
}

/** Reads a live playlist until `over`, and yields each segment once, as soon as it is listed. */
export async function* arrivals(playlistUrl: string, over: AbortSignal): AsyncGenerator<Arrival> {
  const seen = new Set<string>();
  while (!over.aborted) {
    const first = await textAt(playlistUrl);
    const mediaUrl = first && firstMediaUrl(first, playlistUrl);
    const text = mediaUrl === playlistUrl ? first : mediaUrl && (await textAt(mediaUrl));
    const atMs = Date.now();
    for (const segment of text && mediaUrl ? segmentsIn(text, mediaUrl) : []) {
      if (seen.has(segment.url)) continue;
      seen.add(segment.url);
      const announced = announcedIn(text || '', mediaUrl || playlistUrl);
      yield { ...segment, atMs, targetDurationS: targetDurationIn(text || ''), announced };
    }
    await sleep(ASK_EVERY_MS, undefined, { signal: over }).catch(() => {});
  }
}

/** Returns `undefined` if there is no playlist yet. */
async function textAt(url: string): Promise<string | undefined> {
  const response = await fetch(url).catch(() => null);
  const text = await response?.text();
  return response?.ok ? text : undefined;
}

/** Fetches the bytes at an address. Throws if it fails. */
export async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** How an announced segment is answered, in s after the request. */
export interface Announced {
  readonly status: number;
  readonly firstByteS: number;
  readonly wholeS: number;
  /** Number of pieces in which it came. */
  readonly pieces: number;
}

/** Requests an announced segment at once, as a player does. */
export async function requestAnnounced(url: string): Promise<Announced> {
  const startedMs = performance.now();
  const sinceS = () => (performance.now() - startedMs) / 1000;
  const response = await fetch(url);
  let [firstByteS, pieces] = [Number.NaN, 0];
  for await (const piece of response.body ?? []) {
    if (piece.length > 0 && pieces === 0) firstByteS = sinceS();
    pieces += 1;
  }
  return { status: response.status, firstByteS, wholeS: sinceS(), pieces };
}
