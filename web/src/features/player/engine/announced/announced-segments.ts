/** The segments that a playlist announces before they are complete, as those of IVS do. Pure. */
import { usualSegmentS } from '../playlist.ts';

/** Source: https://github.com/video-dev/hlsjs-rfcs, 0001-lhls.md. */
const ANNOUNCED = '#EXT-X-PREFETCH:';
const ANNOUNCED_PART = '#EXT-X-PREFETCH-DISCONTINUITY';
const PART = '#EXT-X-DISCONTINUITY';

export const announcesSegments = (text: string): boolean => text.includes(ANNOUNCED);

interface Listing {
  readonly address: string;
  /** A discontinuity precedes it. */
  readonly beginsPart: boolean;
}

/** How a playlist's segments were first listed, by media sequence number. */
export type Listings = ReadonlyMap<number, Listing>;

export interface ListedPlaylist {
  readonly text: string;
  readonly listings: Listings;
  /** The addresses of the announced segments, as the playlist has them. */
  readonly announced: readonly string[];
  /** Estimated length of the announced segments in seconds. */
  readonly announcedS: number;
}

/**
 * Lists announced segments as if they were complete, with a target duration of a second, so that hls.js requests the
 * playlist again before the last of them ends. A segment keeps the address of its first listing, because IVS may sign it
 * again, and hls.js takes another address for another stream.
 */
export function listAnnounced(text: string, before: Listings): ListedPlaylist {
  const segmentS = usualSegmentS(text);
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0);
  const listings = new Map<number, Listing>();
  const announced: string[] = [];
  /** From a part on that was not announced, segments are others. */
  let isKnown = first >= Math.min(...before.keys());
  let beginsPart = false;
  const list = (given: string): string => {
    const known = before.get(first + listings.size);
    isKnown &&= !known || known.beginsPart === beginsPart;
    const address = (isKnown && known?.address) || given;
    listings.set(first + listings.size, { address, beginsPart });
    beginsPart = false;
    return address;
  };
  const lines = text.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('#EXT-X-TARGETDURATION:')) return '#EXT-X-TARGETDURATION:1';
    if (line === PART || line === ANNOUNCED_PART) {
      beginsPart = true;
      return PART;
    }
    if (!line.startsWith(ANNOUNCED)) return line === '' || line.startsWith('#') ? line : list(line);
    const address = list(line.slice(ANNOUNCED.length));
    announced.push(address);
    return [`#EXTINF:${segmentS},`, address];
  });
  return { text: lines.join('\n'), listings, announced, announcedS: announced.length * segmentS };
}

/** When a part of a segment arrived, in ms. */
export interface ArrivedBytes {
  readonly atMs: number;
  readonly bytes: number;
}

/** A load that takes longer is one that the connection slows down. */
const SLOWED_SHARE = 1.1;
/** Fewer bytes may have waited in the browser. */
const MIN_BURST_BYTES = 64 * 1024;
/** A short burst is weak evidence of a fast connection. */
const MAX_TIMES_FASTER = 4;

/**
 * How long the connection would have taken for a segment that was sent while it grew, in ms: by its fastest burst, as the
 * pauses between them are the encoder's.
 */
export function transferMs(arrived: readonly ArrivedBytes[], firstByteMs: number, playsMs: number): number {
  const endMs = arrived.at(-1)?.atMs ?? firstByteMs;
  const tookMs = endMs - firstByteMs;
  if (tookMs > SLOWED_SHARE * playsMs) return tookMs;
  const total = arrived.reduce((sum, { bytes }) => sum + bytes, 0);
  let fastest = total / Math.max(1, tookMs);
  const slowest = fastest;
  for (let from = 0; from < arrived.length; from += 1) {
    const startMs = arrived[from - 1]?.atMs ?? firstByteMs;
    let bytes = 0;
    const to = arrived.findIndex((part, index) => index >= from && (bytes += part.bytes) >= MIN_BURST_BYTES);
    const burstMs = (arrived[to]?.atMs ?? Number.POSITIVE_INFINITY) - startMs;
    fastest = Math.max(fastest, bytes / Math.max(1, burstMs));
  }
  return total / Math.min(fastest, MAX_TIMES_FASTER * slowest);
}

/** Seconds in the buffer, at a time in ms. */
export interface Reserve {
  readonly atMs: number;
  readonly aheadS: number;
}

const REMEMBERED_MS = 4000;

export const withReserve = (reserves: readonly Reserve[], reserve: Reserve): readonly Reserve[] => [
  ...reserves.filter(({ atMs }) => atMs > reserve.atMs - REMEMBERED_MS),
  reserve,
];

/** At the live position the buffer has this much at its lowest. Each stall adds half a second, up to three. */
const RESERVE_S = 1;
const STALL_S = 0.5;
const MAX_STALLS = 3;
const TOLERATED_S = 0.25;

/** The speed that keeps the lowest of the recent reserves; the pitch is kept, so a tenth is hardly audible. */
export function speedFor(reserves: readonly Reserve[], stalls: number): number {
  const lowestS = Math.min(...reserves.map(({ aheadS }) => aheadS));
  const wantedS = RESERVE_S + STALL_S * Math.min(stalls, MAX_STALLS);
  if (lowestS > wantedS + TOLERATED_S) return 1.1;
  return lowestS < wantedS - 2 * TOLERATED_S ? 0.95 : 1;
}
