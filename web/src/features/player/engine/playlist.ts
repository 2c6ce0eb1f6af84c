/** Loads and measures HLS playlists (RFC 8216), to decide whether there is something to play. */
import { timedFetch } from '#web/lib/api/timed-fetch.ts';
import { liveDelayS } from './hls-config.ts';
import { middleOf } from './live-pace.ts';
import type { LiveSegments } from './playback.types.ts';

/**
 * A playlist that grows. An encoder's is measured after its last discontinuity, because older segments belong to an
 * earlier stream. A camera's is measured as a whole: there a discontinuity is a gap that playback skips.
 */
export interface RunningPlaylist {
  readonly kind: 'running';
  /** The playlist itself; unchanged text means that there is no new segment. */
  readonly text: string;
  readonly segments: number;
  readonly lengthS: number;
  readonly longestSegmentS: number;
  /** See `usualLengthS`. */
  readonly usualSegmentS: number;
}

export type PlaylistOptions = Pick<LiveSegments, 'isCamera'>;

/** `absent`: there is none. `ended`: it is complete. `unreachable`: unknown, because the request failed. */
export type Playlist =
  | RunningPlaylist
  | { readonly kind: 'absent' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreachable' };

const LOAD_TIMEOUT_MS = 8000;

/** Fetches and measures the playlist; follows a multivariant one into its first variant. Throws only when aborted. */
export async function fetchPlaylist(
  url: string,
  signal: AbortSignal,
  options: PlaylistOptions = {},
): Promise<Playlist> {
  try {
    const main = await load(url, signal);
    if ('kind' in main) return main;
    const variant = firstVariant(main.text);
    if (variant === null) return measurePlaylist(main.text, options);
    const media = await load(new URL(variant, main.url).href, signal);
    return 'kind' in media ? media : measurePlaylist(media.text, options);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unreachable' };
  }
}

/** `url` is the final URL after redirects, to which the playlist's own URLs are relative. */
async function load(url: string, signal: AbortSignal): Promise<{ text: string; url: string } | Playlist> {
  const response = await timedFetch(url, { cache: 'no-store', signal }, LOAD_TIMEOUT_MS);
  if (response.ok) {
    const loaded = { text: await response.text(), url: response.url };
    cachePlaylist(loaded);
    return loaded;
  }
  // 4xx means that there is none; 429 and 5xx say nothing about the stream.
  const answered = response.status < 500 && response.status !== 429;
  return { kind: answered ? 'absent' : 'unreachable' };
}

/** Of a multivariant playlist (§4.3.4.2); `null` if `text` is a media playlist. */
export function firstVariant(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const tag = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  return tag === -1
    ? null
    : (lines.slice(tag + 1).find((line) => line !== '' && !line.startsWith('#')) ?? null);
}

const NEWEST_SEGMENTS = 10;

/** Measures a media playlist (§4.3.3). */
export function measurePlaylist(text: string, { isCamera = false }: PlaylistOptions = {}): Playlist {
  if (!text.startsWith('#EXTM3U')) return { kind: 'absent' };
  if (text.includes('#EXT-X-ENDLIST')) return { kind: 'ended' };
  const current = isCamera ? text : (text.split(/^#EXT-X-DISCONTINUITY\s*$/m).at(-1) ?? '');
  const durationsS = durationsOf(current);
  if (durationsS.length === 0) return { kind: 'absent' };
  return {
    kind: 'running',
    text,
    segments: durationsS.length,
    lengthS: durationsS.reduce((sum, durationS) => sum + durationS, 0),
    longestSegmentS: Math.max(...durationsS),
    usualSegmentS: usualLengthS(durationsS),
  };
}

/**
 * The length of a stream's segments in seconds, if the playlist has enough to start with; else `null`. Playback that starts
 * with less than its own delay stalls at once. Factor 0.9, because "1 s" segments are often 0.97 s.
 */
export function segmentsToStart(playlist: Playlist, isCamera: boolean): number | null {
  if (playlist.kind !== 'running') return null;
  const { segments, lengthS } = playlist;
  const segmentS = isCamera ? playlist.usualSegmentS : playlist.longestSegmentS;
  return segments >= 2 && lengthS >= 0.9 * liveDelayS({ segmentS, isCamera }) ? segmentS : null;
}

/** The typical length of the newest segments; a few may be longer. */
export const usualLengthS = (durationsS: readonly number[]): number =>
  middleOf(durationsS.slice(-NEWEST_SEGMENTS));

/**
 * Age, start and end of the newest segment, on the broadcast's clock. `null` if the playlist has no age: only playlists of
 * segments that a device made have one.
 */
export function newestOf(text: string) {
  const [, ageS] = /^#NEWEST-AGE:([\d.]+)$/m.exec(text) ?? [];
  const startMs = Date.parse([...text.matchAll(/^#EXT-X-PROGRAM-DATE-TIME:(.+)$/gm)].at(-1)?.[1] ?? '');
  const lengthS = durationsOf(text).at(-1);
  if (ageS === undefined || lengthS === undefined || Number.isNaN(startMs)) return null;
  return { ageMs: Number(ageS) * 1000, startMs, endMs: startMs + lengthS * 1000 };
}

/** In seconds (§4.3.3.1). */
export const targetOf = (text: string): number =>
  Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? 0);

/** After a request that found nothing new hls.js waits for half of it. */
const EAGER_TARGET_S = 2;

/** The playlist with a short target duration (§4.3.3.1), whole seconds and at most two, so that hls.js requests it again soon. */
export function withEagerTarget(text: string): string {
  const targetS = Math.min(EAGER_TARGET_S, Math.max(1, Math.round(usualSegmentS(text))));
  return text.replace(/^#EXT-X-TARGETDURATION:.*$/m, `#EXT-X-TARGETDURATION:${targetS}`);
}

export const usualSegmentS = (text: string): number => usualLengthS(durationsOf(text));

const durationsOf = (text: string): number[] =>
  [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Number(seconds));

/** A playlist that was loaded a moment ago, so that the playback need not load it again. */
interface CachedPlaylist {
  /** Absolute, after redirects. */
  readonly url: string;
  readonly text: string;
  /** On this page's clock. */
  readonly atMs: number;
}

/** An older one is loaded again. */
const MAX_AGE_MS = 1000;

const cache = new Map<string, CachedPlaylist>();

function cachePlaylist(playlist: Omit<CachedPlaylist, 'atMs'>): void {
  for (const [url, { atMs }] of cache) if (isOld(atMs)) cache.delete(url);
  cache.set(playlist.url, { ...playlist, atMs: performance.now() });
}

export function takeCachedPlaylist(url: string): CachedPlaylist | null {
  const { href } = new URL(url, globalThis.location?.href);
  const playlist = cache.get(href);
  cache.delete(href);
  return playlist && !isOld(playlist.atMs) ? playlist : null;
}

const isOld = (atMs: number): boolean => performance.now() - atMs > MAX_AGE_MS;
