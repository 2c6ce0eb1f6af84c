import type { Broadcast, RepairPlan, Segment, WayChange, WindowId, WindowRow } from '../../broadcast.ts';
import {
  beginsIn,
  playlistOf,
  publishedSegments,
  withRepairs,
  type PlaylistSegment,
  type PlaylistWindow,
} from '../../window-playlist.ts';
import { JOIN_TOLERANCE_MS, lengthMs } from '../../direct/segment-order.ts';

export interface ReplayFiles {
  readonly playlist: string;
  readonly durationS: number;
  readonly segments: readonly PlaylistSegment[];
  readonly pictures: readonly { readonly name: string; readonly atS: number }[];
  readonly poster?: string;
}

export interface ReplayInput {
  readonly broadcast: Pick<Broadcast, 'startedAtMs' | 'targetDurationS' | 'wayChange'>;
  /** The segments of a direct broadcast that continued with chunks. @default none */
  readonly segments?: readonly Segment[];
  readonly live: readonly WindowRow[];
  readonly repaired: readonly WindowRow[];
  readonly repair?: RepairPlan;
  /** Names of the pictures made by jobs: `poster-<window id>.0000000.jpg`, `picture-…`. */
  readonly captures: readonly string[];
}

/** The poster shows this moment of the broadcast, if there is one. */
const POSTER_AT_MS = 10_000;

/** The files of the whole broadcast; `undefined` if nothing can be played. */
export function replayOf({
  broadcast,
  segments: direct = [],
  live: liveRows,
  repaired: repairedRows,
  repair,
  captures,
}: ReplayInput): ReplayFiles | undefined {
  const [live, repaired] = [liveRows.map(inTime), repairedRows.map(inTime)];
  const parts = (repair?.parts ?? []).map(({ windowIds, ...part }) => {
    const ids = new Set(windowIds);
    return { ...part, windows: repaired.filter(({ id }) => ids.has(id)) };
  });
  const better = parts.filter(
    (part) => lengthOf(part.windows) >= lengthOf(live.filter((row) => beginsIn(row, part))),
  );
  const { wayChange } = broadcast;
  const made = withRepairs(live, better);
  const windows = wayChange ? [...beforeChange(direct, wayChange), ...made.map(shiftedBy(wayChange))] : made;
  const playlist = playlistOf(windows, {
    kind: 'replay',
    targetDurationS: broadcast.targetDurationS,
    startedAtMs: broadcast.startedAtMs,
    isEnded: true,
  });
  if (playlist === undefined) return undefined;
  const segments = publishedSegments(windows);
  const positions = positionsOf(segments, [...live, ...repaired]);
  const poster = posterOf(positions, captures);
  return {
    playlist,
    durationS: lengthMs(segments) / 1000,
    segments,
    pictures: captures.flatMap((name) => pictureOf(name, positions)).toSorted((a, b) => a.atS - b.atS),
    ...(poster && { poster }),
  };
}

/** The segments from before the change to chunks, as far as the chunks do not repeat them. */
function beforeChange(segments: readonly Segment[], { fromMs }: WayChange): PlaylistWindow[] {
  const own = segments.filter(({ endMs }) => endMs <= fromMs + JOIN_TOLERANCE_MS);
  return own.map(({ startMs, endMs, main: { uri, initUri } }, index) => {
    const nextMs = own[index + 1]?.startMs ?? endMs;
    const untilMs = Math.abs(nextMs - endMs) <= JOIN_TOLERANCE_MS ? nextMs : endMs;
    return { startMs, state: 'ready', segments: [{ uri, initUri, startMs, endMs: untilMs }] };
  });
}

/** Moves a window from the chunks' clock to the broadcast's. */
const shiftedBy =
  ({ fromMs }: WayChange) =>
  ({ startMs, state, segments }: PlaylistWindow): PlaylistWindow => ({
    startMs: startMs + fromMs,
    state,
    segments: segments.map((segment) => ({
      ...segment,
      startMs: segment.startMs + fromMs,
      endMs: segment.endMs + fromMs,
    })),
  });

/** A late window that became ready belongs to the replay. */
const inTime = (row: WindowRow): WindowRow =>
  row.state === 'late' && row.segments.length > 0 ? { ...row, state: 'ready' } : row;

const lengthOf = (windows: readonly WindowRow[]): number =>
  lengthMs(windows.flatMap(({ segments }) => segments));

interface ReplayPosition {
  readonly startMs: number;
  /** The position in the replay, which skips gaps. */
  readonly atS: number;
}

function positionsOf(segments: readonly PlaylistSegment[], windows: readonly WindowRow[]) {
  const byUri = new Map(
    windows.flatMap((window) => window.segments.map(({ uri }) => [uri, window] as const)),
  );
  const positions = new Map<WindowId, ReplayPosition>();
  let passedMs = 0;
  for (const { uri, startMs, endMs } of segments) {
    const window = byUri.get(uri);
    if (window && !positions.has(window.id))
      positions.set(window.id, { startMs: window.startMs, atS: passedMs / 1000 });
    passedMs += endMs - startMs;
  }
  return positions;
}

const windowOf = (name: string, capture: string): WindowId | undefined =>
  name.startsWith(`${capture}-`) && name.endsWith('.jpg')
    ? name.slice(capture.length + 1, name.indexOf('.'))
    : undefined;

function pictureOf(name: string, positions: ReadonlyMap<WindowId, ReplayPosition>) {
  const position = positions.get(windowOf(name, 'picture') ?? '');
  return position ? [{ name, atS: position.atS }] : [];
}

/** The latest poster up to `POSTER_AT_MS`, else the first. */
function posterOf(positions: ReadonlyMap<WindowId, ReplayPosition>, captures: readonly string[]) {
  const posters = captures
    .flatMap((name) => {
      const window = positions.get(windowOf(name, 'poster') ?? '');
      return window ? [{ name, startMs: window.startMs }] : [];
    })
    .toSorted((a, b) => a.startMs - b.startMs);
  return (posters.findLast(({ startMs }) => startMs <= POSTER_AT_MS) ?? posters[0])?.name;
}
