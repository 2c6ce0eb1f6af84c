/** Reads an HLS playlist (RFC 8216) only as far as to know whether there is something to play yet. */
import { middleOf } from './live-pace.ts';

/**
 * A running playlist. From an encoder, it is measured after its last discontinuity: what is older belongs to an earlier
 * picture. From a camera, whole: there a discontinuity is a gap that playback passes over.
 */
export interface RunningPlaylist {
  readonly kind: 'running';
  /** Two looks with the same text saw no new segment between them. */
  readonly text: string;
  readonly segments: number;
  readonly lengthS: number;
  readonly longestSegmentS: number;
  /** See `usualLengthS`. */
  readonly usualSegmentS: number;
}

export interface PlaylistOptions {
  /** The broadcast comes from a browser's camera. @default false */
  readonly isCamera?: boolean;
}

/** `absent`: nothing is there. `ended`: it will not grow any more. `unreachable`: nobody knows. */
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

/** `url` is where the text came from after redirects: what it refers to is relative to that. */
async function load(url: string, signal: AbortSignal): Promise<{ text: string; url: string } | Playlist> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
  const response = await fetch(url, { cache: 'no-store', signal: limits });
  if (response.ok) {
    const loaded = { text: await response.text(), url: response.url };
    cachePlaylist(loaded);
    return loaded;
  }
  // 4xx: the origin answered that there is none; 429 and 5xx say nothing about the stream.
  const answered = response.status < 500 && response.status !== 429;
  return { kind: answered ? 'absent' : 'unreachable' };
}

/** The address of the first variant of a multivariant playlist (§4.3.4.2), `null` if `text` is a media playlist. */
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

/** The length that segments have of late; among them may be a longer one now and then. */
export const usualLengthS = (durationsS: readonly number[]): number =>
  middleOf(durationsS.slice(-NEWEST_SEGMENTS));

/** The newest segment of a live playlist that tells how long it is there. */
export interface NewestSegment {
  readonly ageMs: number;
  /** On the broadcast's clock. */
  readonly startMs: number;
  readonly endMs: number;
}

/** `null` where a playlist does not tell: that is of segments that a device made. */
export function newestOf(text: string): NewestSegment | null {
  const [, ageS] = /^#NEWEST-AGE:([\d.]+)$/m.exec(text) ?? [];
  const startMs = Date.parse([...text.matchAll(/^#EXT-X-PROGRAM-DATE-TIME:(.+)$/gm)].at(-1)?.[1] ?? '');
  const lengthS = durationsOf(text).at(-1);
  if (ageS === undefined || lengthS === undefined || Number.isNaN(startMs)) return null;
  return { ageMs: Number(ageS) * 1000, startMs, endMs: startMs + lengthS * 1000 };
}

/** §4.3.3.1, in seconds. */
export const targetOf = (text: string): number =>
  Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? 0);

/** After a look in vain hls.js waits for half of it. */
const EAGER_TARGET_S = 2;

/** The playlist with a target duration (§4.3.3.1) that makes hls.js look again soon: of seconds, and not more than two. */
export function withEagerTarget(text: string): string {
  const targetS = Math.min(EAGER_TARGET_S, Math.max(1, Math.round(usualSegmentS(text))));
  return text.replace(/^#EXT-X-TARGETDURATION:.*$/m, `#EXT-X-TARGETDURATION:${targetS}`);
}

/** See `usualLengthS`. */
export const usualSegmentS = (text: string): number => usualLengthS(durationsOf(text));

const durationsOf = (text: string): number[] =>
  [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Number(seconds));

/** Playlists that were looked at a moment ago: whoever is to play them need not load them again. */

interface CachedPlaylist {
  /** Whole, after redirects. */
  readonly url: string;
  readonly text: string;
  /** On this page's clock. */
  readonly atMs: number;
}

/** Older, it is loaded again. */
const MAX_AGE_MS = 1000;

const cache = new Map<string, CachedPlaylist>();

function cachePlaylist(playlist: Omit<CachedPlaylist, 'atMs'>): void {
  for (const [url, { atMs }] of cache) if (isOld(atMs)) cache.delete(url);
  cache.set(playlist.url, { ...playlist, atMs: performance.now() });
}

/** What has just been loaded from an address, once. */
export function takeCachedPlaylist(url: string): CachedPlaylist | null {
  const { href } = new URL(url, globalThis.location?.href);
  const playlist = cache.get(href);
  cache.delete(href);
  return playlist && !isOld(playlist.atMs) ? playlist : null;
}

const isOld = (atMs: number): boolean => performance.now() - atMs > MAX_AGE_MS;
