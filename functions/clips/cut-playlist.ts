/** Cuts a clip out of a media playlist (RFC 8216) by whole segments. Pure. */
import { linesOf, resolved } from '../base/hls.ts';
import { type ByteRange, mediaPlaylist } from '../base/hls-playlist.ts';

/** A file or a byte range of one, by its address on the site. */
export interface FilePart {
  readonly url: string;
  readonly range?: ByteRange;
}

export interface SourceSegment extends FilePart {
  /** In the playlist, in which gaps take no time. */
  readonly startS: number;
  readonly durationS: number;
  /** Time of recording in ms since 1970, when the playlist has dates. */
  readonly atMs?: number;
  readonly isBreak: boolean;
  readonly init?: FilePart;
}

/** A period in ms: from the start of the playlist, or (`dated`) since 1970. */
export interface Span {
  readonly isDated: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Cut {
  readonly segments: readonly SourceSegment[];
  /** Start of the clip within the segments. */
  readonly startS: number;
  readonly durationS: number;
}

/** Players may place the ends of a playlist earlier or later than its durations and dates say. */
const TOLERANCE_S = 1;
/** Shorter rests of a segment contain no picture. */
const SLIVER_S = 0.01;

export function readSegments(text: string, url: string): SourceSegment[] {
  const segments: SourceSegment[] = [];
  let next: { durationS?: number; range?: string; atMs?: number; isBreak: boolean } = { isBreak: false };
  let init: FilePart | undefined;
  let startS = 0;
  for (const line of linesOf(text)) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? [];
    if (tag === 'EXTINF') next.durationS = Number.parseFloat(value);
    else if (tag === 'EXT-X-BYTERANGE') next.range = value;
    else if (tag === 'EXT-X-PROGRAM-DATE-TIME') next.atMs = Date.parse(value);
    else if (tag === 'EXT-X-DISCONTINUITY') next.isBreak = true;
    else if (tag === 'EXT-X-MAP') init = initOf(value, url);
    else if (!line.startsWith('#')) {
      const { durationS = 0, range, isBreak } = next;
      const before = segments.at(-1);
      const atMs =
        next.atMs ?? (before?.atMs === undefined ? undefined : before.atMs + before.durationS * 1000);
      const part = partOf(resolved(line, url), range, before);
      segments.push({
        ...part,
        startS,
        durationS,
        isBreak,
        ...(atMs !== undefined && { atMs }),
        ...(init && { init }),
      });
      startS += durationS;
      next = { isBreak: false };
    }
  }
  return segments;
}

function initOf(attributes: string, url: string): FilePart {
  const [, uri = ''] = /URI="([^"]*)"/.exec(attributes) ?? [];
  const [, range] = /BYTERANGE="([^"]*)"/.exec(attributes) ?? [];
  return partOf(resolved(uri, url), range, undefined);
}

/** §4.3.2.2: without an offset, a range begins at the end of the previous one. */
function partOf(url: string, range: string | undefined, before: FilePart | undefined): FilePart {
  if (range === undefined) return { url };
  const [length = '', offset] = range.split('@');
  const behind =
    before?.url === url && before.range ? before.range.offsetBytes + before.range.lengthBytes : 0;
  return {
    url,
    range: { lengthBytes: Number(length), offsetBytes: offset === undefined ? behind : Number(offset) },
  };
}

/** `null` when not all segments of the clip exist. */
export function cutOut(segments: readonly SourceSegment[], span: Span): Cut | null {
  const [marked, until] = [span.fromMs, span.untilMs].map((ms) => positionOf(segments, ms, span.isDated));
  const last = segments.at(-1);
  if (marked === undefined || until === undefined || !last) return null;
  const endS = last.startS + last.durationS;
  if (marked < -TOLERANCE_S || until > endS + TOLERANCE_S) return null;
  const from = Math.max(0, marked);
  const untilS = Math.min(until, endS);
  const taken = segments.filter(
    ({ startS, durationS }) => startS + durationS > from + SLIVER_S && startS < untilS - SLIVER_S,
  );
  const [first] = taken;
  if (!first) return null;
  return {
    segments: taken,
    startS: rounded(Math.max(0, from - first.startS)),
    durationS: rounded(untilS - from),
  };
}

/**
 * The position of a time in the playlist, in seconds. A time in a gap is at the gap's end; a time before the start is
 * negative.
 */
function positionOf(segments: readonly SourceSegment[], ms: number, isDated: boolean): number | undefined {
  if (!isDated) return ms / 1000;
  const index = segments.findLastIndex(({ atMs }) => atMs !== undefined && atMs <= ms);
  const segment = segments[index];
  if (segment?.atMs === undefined)
    return segments[0]?.atMs === undefined ? undefined : (ms - segments[0].atMs) / 1000;
  const inS = (ms - segment.atMs) / 1000;
  const isLast = index === segments.length - 1;
  return segment.startS + (isLast ? inS : Math.min(inS, segment.durationS));
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The media playlist of a clip. `nameOf` gives the name of a copied file. */
export function clipPlaylist({ segments, startS }: Cut, nameOf: (url: string) => string): string {
  const named = ({ url, range }: FilePart) => ({ uri: nameOf(url), range });
  return mediaPlaylist({
    segments: segments.map(({ durationS, isBreak, init, ...file }, index) => ({
      ...named(file),
      durationS,
      isBreak: isBreak && index > 0,
      ...(init && { init: named(init) }),
    })),
    mediaSequence: 0,
    isVod: true,
    // Playlists have no end position for players; our player reads it from the clip.
    startS,
    isEnded: true,
  });
}
