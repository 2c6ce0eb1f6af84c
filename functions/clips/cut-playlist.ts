/** Cuts a clip out of a media playlist (RFC 8216) by whole segments. Pure. */
import { mediaPlaylist } from '#functions/base/hls/hls-playlist.ts';
import type { FilePart, SourceSegment } from '#functions/base/hls/hls-segments.ts';

/** A period in ms: from the start of the playlist, or (`dated`) since 1970. */
export interface Span {
  readonly isDated: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
  /** How far the clip may begin before the playlist, which then cuts it. @default a second */
  readonly startToleranceS?: number | undefined;
}

export interface Cut {
  readonly segments: readonly SourceSegment[];
  /** Start of the clip within the segments. */
  readonly startS: number;
  readonly durationS: number;
}

/** Players may place the ends of a playlist earlier or later than its durations and dates say. */
const TOLERANCE_S = 1;
/** At least this is left of a clip that begins earlier. */
const LEFT_MIN_S = 4;
/** Shorter rests of a segment contain no picture. */
const SLIVER_S = 0.01;

/** Whether segments may be missing at the end of a playlist with dates. */
export const endsBefore = (segments: readonly SourceSegment[], { untilMs }: Span): boolean => {
  const { atMs = -Infinity, durationS = 0 } = segments.at(-1) ?? {};
  return atMs + (durationS + TOLERANCE_S) * 1000 < untilMs;
};

/** `null` when not all segments of the clip exist. */
export function cutOut(segments: readonly SourceSegment[], span: Span): Cut | null {
  const [marked, until] = [span.fromMs, span.untilMs].map((ms) => positionOf(segments, ms, span.isDated));
  const last = segments.at(-1);
  if (marked === undefined || until === undefined || !last) return null;
  const endS = last.startS + last.durationS;
  const { startToleranceS = TOLERANCE_S } = span;
  if (marked < -startToleranceS || until > endS + TOLERANCE_S) return null;
  if (marked < -TOLERANCE_S && until < LEFT_MIN_S) return null;
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
