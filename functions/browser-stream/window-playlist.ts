/** HLS playlists (RFC 8216) of a broadcast's windows, derived only from its rows. Pure. */
import { mediaPlaylist } from '#functions/base/hls/hls-playlist.ts';

export interface PlaylistSegment {
  readonly uri: string;
  readonly initUri: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface PlaylistWindow {
  readonly startMs: number;
  /** `waiting`: its job may still succeed. `late`: live viewers have skipped it, even if it becomes ready. */
  readonly state: 'waiting' | 'ready' | 'late' | 'failed';
  /** The segments of a `ready` window, in order, and of a `late` one when they exist. */
  readonly segments: readonly PlaylistSegment[];
}

export interface PlaylistOptions {
  /** `live`: a sliding window (docs/decisions/live-playback.md). `replay`: the whole, which does not change. */
  readonly kind: 'live' | 'replay';
  /** Must be the same for all playlists at one URL (see `targetDurationS`). */
  readonly targetDurationS: number;
  /** The timeline's zero, in ms since 1970. */
  readonly startedAtMs: number;
  /** Prefix of all addresses. @default none */
  readonly folder?: string;
  /** True once no window will be added. */
  readonly isEnded: boolean;
  /** The length of a `live` playlist in ms. @default 600,000 */
  readonly liveWindowMs?: number;
  /** The segments that earlier playlists listed and that are not among the windows. @default none */
  readonly before?: EarlierSegments;
}

/** The numbers of segments that live playlists no longer list. */
export interface EarlierSegments {
  readonly segments: number;
  readonly breaks: number;
  readonly last?: PlaylistSegment;
}

const NOTHING: EarlierSegments = { segments: 0, breaks: 0 };

const LIVE_WINDOW_MS = 600_000;
/** RFC 8216 §6.2.2: a segment is not removed where less than three target durations would be left. */
const MIN_TARGET_DURATIONS = 3;

/** A waiting window delays later ones, because a playlist grows at its end (RFC 8216 §6.2.1); others are skipped. */
export function publishedSegments(windows: readonly PlaylistWindow[]): PlaylistSegment[] {
  const ordered = windows.toSorted((a, b) => a.startMs - b.startMs);
  const waiting = ordered.findIndex(({ state }) => state === 'waiting');
  const settled = waiting < 0 ? ordered : ordered.slice(0, waiting);
  return settled.filter(({ state }) => state === 'ready').flatMap(({ segments }) => segments);
}

/** A part of the timeline; without `untilMs` it goes to the end. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs?: number;
}

export const beginsIn = (
  { startMs }: Pick<PlaylistWindow, 'startMs'>,
  { fromMs, untilMs = Infinity }: Span,
): boolean => startMs >= fromMs && startMs < untilMs;

/** The windows of the replay, in which repairs replace what live viewers saw. */
export const withRepairs = (
  windows: readonly PlaylistWindow[],
  repairs: readonly (Span & { readonly windows: readonly PlaylistWindow[] })[],
): PlaylistWindow[] => [
  ...windows.filter((window) => !repairs.some((repair) => beginsIn(window, repair))),
  ...repairs.flatMap(({ windows }) => windows),
];

/** The media playlist; `undefined` without segments, because players refuse an empty playlist. */
export function playlistOf(windows: readonly PlaylistWindow[], options: PlaylistOptions): string | undefined {
  const { kind, targetDurationS, startedAtMs, folder = '', isEnded, before = NOTHING } = options;
  const segments = withBreaks(publishedSegments(windows), before.last);
  if (segments.length === 0) return undefined;
  const isWhole = isEnded && windows.every(({ state }) => state !== 'waiting');
  const removed = kind === 'live' ? removedCount(segments, options) : 0;
  return mediaPlaylist({
    segments: segments.slice(removed).map(({ uri, initUri, startMs, endMs, isBreak }) => ({
      uri: `${folder}${uri}`,
      init: { uri: `${folder}${initUri}` },
      durationS: (endMs - startMs) / 1000,
      atMs: startedAtMs + startMs,
      isBreak,
    })),
    isIndependent: true,
    targetDurationS,
    ...startOf(segments, removed, before),
    isVod: kind === 'replay',
    isEnded: isWhole,
  });
}

/** The numbers of a playlist's first segment, where it no longer lists so many of these. */
export const startOf = (
  segments: readonly { readonly isBreak: boolean }[],
  removed: number,
  before: Omit<EarlierSegments, 'last'> = NOTHING,
) => ({
  mediaSequence: before.segments + removed,
  discontinuitySequence: before.breaks + breaksIn(segments.slice(0, removed)),
});

export const breaksIn = (segments: readonly { readonly isBreak: boolean }[]): number =>
  segments.filter(({ isBreak }) => isBreak).length;

export interface ListedSegment extends PlaylistSegment {
  /** Something is missing before it, or the codec's parameters change. */
  readonly isBreak: boolean;
}

/** `last` is the segment before them. */
export function withBreaks(segments: readonly PlaylistSegment[], last?: PlaylistSegment): ListedSegment[] {
  return segments.map((segment, index) => {
    const before = index === 0 ? last : segments[index - 1];
    const isBreak =
      before !== undefined && (before.initUri !== segment.initUri || before.endMs !== segment.startMs);
    return { ...segment, isBreak };
  });
}

/** Whole windows in order of time: none that is still listed in part. `earlier` includes the numbers of `before`. */
export function removedWindows(
  windows: readonly PlaylistWindow[],
  options: Pick<PlaylistOptions, 'targetDurationS' | 'liveWindowMs' | 'before'>,
): { readonly windows: number; readonly earlier: EarlierSegments } {
  const { before = NOTHING } = options;
  const ordered = windows.toSorted((a, b) => a.startMs - b.startMs);
  const segments = withBreaks(publishedSegments(ordered), before.last);
  const removed = removedCount(segments, options);
  let [count, passed] = [0, 0];
  for (const { state, segments: own } of ordered) {
    const next = passed + (state === 'ready' ? own.length : 0);
    if (state === 'waiting' || next > removed) break;
    [count, passed] = [count + 1, next];
  }
  const gone = segments.slice(0, passed);
  const last = gone.at(-1) ?? before.last;
  const breaks = before.breaks + breaksIn(gone);
  return {
    windows: count,
    earlier: { segments: before.segments + passed, breaks, ...(last && { last: plain(last) }) },
  };
}

const plain = ({ uri, initUri, startMs, endMs }: PlaylistSegment): PlaylistSegment => ({
  uri,
  initUri,
  startMs,
  endMs,
});

/** The number of segments that a playlist of this length no longer lists. */
export function removedCount(
  segments: readonly Pick<PlaylistSegment, 'startMs' | 'endMs'>[],
  {
    liveWindowMs = LIVE_WINDOW_MS,
    targetDurationS,
  }: Pick<PlaylistOptions, 'liveWindowMs' | 'targetDurationS'>,
): number {
  const keptMs = Math.max(liveWindowMs, MIN_TARGET_DURATIONS * targetDurationS * 1000);
  let listedMs = 0;
  const first = segments.findLastIndex(({ startMs, endMs }) => {
    listedMs += endMs - startMs;
    return listedMs >= keptMs;
  });
  return Math.max(0, first);
}
