/** HLS playlists (RFC 8216) of a broadcast, from nothing but its rows. Pure. */
import { mediaPlaylist } from '../base/hls-playlist.ts';

/** One media segment that can be fetched. */
export interface PlaylistSegment {
  readonly uri: string;
  /** Of the `init.mp4` it needs. */
  readonly initUri: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A window as far as a playlist is concerned, whatever has become of it. */
export interface PlaylistWindow {
  readonly startMs: number;
  /**
   * `waiting`: its job may still succeed. `failed`: given up for good. `late`: live viewers are past it, whatever
   * becomes of it.
   */
  readonly state: 'waiting' | 'ready' | 'late' | 'failed';
  /** Of a `ready` one, in order; of a `late` one as soon as it has some. */
  readonly segments: readonly PlaylistSegment[];
}

export interface PlaylistOptions {
  /**
   * `live`: a sliding window, for viewers while it lasts (docs/decisions/live-playback.md). `replay`: the whole, which does not change.
   */
  readonly kind: 'live' | 'replay';
  /** Must be the same for all playlists at one address (see `targetDurationS`). */
  readonly targetDurationS: number;
  /** The wall clock at the timeline's zero. */
  readonly startedAt: Date;
  /** True once no window will be added. */
  readonly isEnded: boolean;
  /** How much a `live` playlist lists. @default 600,000 */
  readonly liveWindowMs?: number;
  /** What stood in earlier playlists and is not among the windows: the beginning of a long broadcast. @default nothing */
  readonly before?: EarlierSegments;
}

/** Segments that live viewers no longer get, in numbers. */
export interface EarlierSegments {
  readonly segments: number;
  /** How many of them follow a discontinuity. */
  readonly breaks: number;
  /** The last of them. */
  readonly last?: PlaylistSegment;
}

const NOTHING: EarlierSegments = { segments: 0, breaks: 0 };

const LIVE_WINDOW_MS = 600_000;
/** RFC 8216 §6.2.2: a segment is not removed where less than three target durations would be left. */
const MIN_TARGET_DURATIONS = 3;

/**
 * The segments that may be shown, in order: a window whose job has not ended holds back all later ones, since a
 * playlist only grows at its end (RFC 8216 §6.2.1); one that failed or is late is left out.
 */
export function publishedSegments(windows: readonly PlaylistWindow[]): PlaylistSegment[] {
  const ordered = windows.toSorted((a, b) => a.startMs - b.startMs);
  const waiting = ordered.findIndex(({ state }) => state === 'waiting');
  const settled = waiting < 0 ? ordered : ordered.slice(0, waiting);
  return settled.filter(({ state }) => state === 'ready').flatMap(({ segments }) => segments);
}

/** The windows of the replay: where something was cut once more, that stands in for what live viewers saw. */
export function withRepairs(
  windows: readonly PlaylistWindow[],
  repairs: readonly {
    readonly fromMs: number;
    readonly untilMs?: number;
    readonly windows: readonly PlaylistWindow[];
  }[],
): PlaylistWindow[] {
  const isReplaced = ({ startMs }: PlaylistWindow): boolean =>
    repairs.some(({ fromMs, untilMs = Infinity }) => startMs >= fromMs && startMs < untilMs);
  return [...windows.filter((window) => !isReplaced(window)), ...repairs.flatMap(({ windows }) => windows)];
}

/** The media playlist, or nothing while there is no segment: a playlist without any is refused by players. */
export function playlistOf(windows: readonly PlaylistWindow[], options: PlaylistOptions): string | undefined {
  const { kind, targetDurationS, startedAt, isEnded, before = NOTHING } = options;
  const segments = withBreaks(publishedSegments(windows), before.last);
  if (segments.length === 0) return undefined;
  const isWhole = isEnded && windows.every(({ state }) => state !== 'waiting');
  const removed = kind === 'live' ? removedCount(segments, options) : 0;
  const breaksRemoved = segments.slice(0, removed).filter(({ isBreak }) => isBreak).length;
  return mediaPlaylist({
    segments: segments.slice(removed).map(({ uri, initUri, startMs, endMs, isBreak }) => ({
      uri,
      init: { uri: initUri },
      durationS: (endMs - startMs) / 1000,
      atMs: startedAt.getTime() + startMs,
      isBreak,
    })),
    isIndependent: true,
    targetDurationS,
    mediaSequence: before.segments + removed,
    discontinuitySequence: before.breaks + breaksRemoved,
    isVod: kind === 'replay',
    isEnded: isWhole,
  });
}

/** In its place in a playlist. */
export interface ListedSegment extends PlaylistSegment {
  /** Something is missing before it, or the codec's parameters change. */
  readonly isBreak: boolean;
}

/** `last` stood before them. */
export function withBreaks(segments: readonly PlaylistSegment[], last?: PlaylistSegment): ListedSegment[] {
  return segments.map((segment, index) => {
    const before = index === 0 ? last : segments[index - 1];
    const isBreak =
      before !== undefined && (before.initUri !== segment.initUri || before.endMs !== segment.startMs);
    return { ...segment, isBreak };
  });
}

/**
 * The segments that a `live` playlist from these windows on no longer lists, window by window: none of a window that is
 * still listed in part. Answers how many windows, counted in order of time, and the segments with those before them.
 */
export function removedWindows(
  windows: readonly PlaylistWindow[],
  options: PlaylistOptions,
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
  const breaks = before.breaks + gone.filter(({ isBreak }) => isBreak).length;
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

/** How many of the segments a playlist no longer lists that lists so much. */
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
