/** The segments of live playlists, from rows and time only, so that all processes give the same list. Pure. */
import type { Broadcast, Segment, SegmentCheckpoint, WayChange } from '../broadcast.ts';
import { breaksIn, removedCount as countRemoved } from '../window-playlist.ts';
import { JOIN_TOLERANCE_MS } from './segment-order.ts';

/** A segment that arrives this much later than a following one is left to the replay. */
const LATE_MS = 4000;
/** A missing segment is skipped after this time; until then a row may be written and not yet visible to all readers. */
const PASSED_OVER_MS = LATE_MS + 1500;
/** Nothing more is listed this long after the end, or after the last arrival. */
const TAIL_MS = 20_000;

export interface ListedSegment extends Segment {
  /** Something is missing before it, or the codecs' parameters change. */
  readonly isBreak: boolean;
}

export interface SegmentList {
  readonly segments: readonly ListedSegment[];
  readonly isEnded: boolean;
}

/** Where a list begins; `last` is the segment before. */
interface ListStart {
  readonly segmentCheckpoint?: Pick<SegmentCheckpoint, 'fromSeq'> & Partial<Pick<SegmentCheckpoint, 'last'>>;
}

export type ListedBroadcast = Pick<Broadcast, 'targetDurationS' | 'end' | 'segmentCheckpoint' | 'wayChange'>;

/** The segments listed at a time, given the rows from the checkpoint on in order. Chunks follow all segments. */
export function listedSegments(
  rows: readonly Segment[],
  {
    targetDurationS,
    end,
    segmentCheckpoint,
    wayChange,
  }: Omit<ListedBroadcast, 'segmentCheckpoint'> & ListStart,
  nowMs: number,
): SegmentList {
  const closingMs = end ? closingTime(rows, end.atMs) : Infinity;
  const inTime = rows.filter(({ arrivedAtMs }) => arrivedAtMs <= closingMs);
  const laterMs = firstArrivals(inTime, wayChange?.atMs);
  const segments: ListedSegment[] = [];
  let next = segmentCheckpoint?.fromSeq ?? 0;
  let last: Segment | undefined = segmentCheckpoint?.last;
  for (const [index, row] of inTime.entries()) {
    if (row.arrivedAtMs - laterMs[index + 1]! > LATE_MS) continue;
    const isHole = row.seq !== next;
    if (isHole && nowMs - laterMs[index]! < PASSED_OVER_MS) return { segments, isEnded: false };
    next = row.seq + 1;
    if (!fits(row, last, targetDurationS) || isPast(row, wayChange)) continue;
    segments.push({ ...row, isBreak: last !== undefined && isBreak(last, row) });
    last = row;
  }
  if (wayChange) return { segments, isEnded: nowMs >= wayChange.atMs + PASSED_OVER_MS };
  const isWhole = end?.chunkCount !== undefined && next >= end.chunkCount;
  return { segments, isEnded: end !== undefined && (isWhole || nowMs > closingMs + PASSED_OVER_MS) };
}

/** For each row, the first arrival of it or a later one; the last entry is `behindMs`. */
function firstArrivals(rows: readonly Segment[], behindMs = Infinity): number[] {
  const first = [...rows.map(({ arrivedAtMs }) => arrivedAtMs), behindMs];
  for (let index = rows.length - 1; index >= 0; index -= 1)
    first[index] = Math.min(first[index]!, first[index + 1]!);
  return first;
}

/** When the live list closes: late segments are listed as long as they keep arriving. */
function closingTime(rows: readonly Segment[], endedAtMs: number): number {
  let closingMs = endedAtMs + TAIL_MS;
  for (const { arrivedAtMs } of rows.toSorted((a, b) => a.arrivedAtMs - b.arrivedAtMs))
    if (arrivedAtMs <= closingMs) closingMs = Math.max(closingMs, arrivedAtMs + TAIL_MS);
  return closingMs;
}

/** A playlist keeps its target duration (RFC 8216 §4.3.3.1), and its times increase. */
const fits = ({ startMs, endMs }: Segment, last: Segment | undefined, targetDurationS: number): boolean =>
  Math.round((endMs - startMs) / 1000) <= targetDurationS &&
  (last === undefined || startMs >= last.endMs - JOIN_TOLERANCE_MS);

export const isPast = ({ endMs }: Segment, change: WayChange | undefined): boolean =>
  change !== undefined && endMs > change.fromMs + JOIN_TOLERANCE_MS;

const RENDITIONS = ['main', 'small', 'sound'] as const;

/** All renditions have the same discontinuities, so that players find the same numbers when they switch (§6.2.4). */
export const isBreak = (last: Segment, row: Segment): boolean =>
  Math.abs(row.startMs - last.endMs) > JOIN_TOLERANCE_MS ||
  RENDITIONS.some((rendition) => row[rendition]?.initUri !== last[rendition]?.initUri);

/** The length of a live playlist. It is short because players fetch it every second. */
const LISTED_MS = 60_000;

/** More segments than a playlist lists and come between two checkpoints, however short they are. */
export const MAX_LISTED_ROWS = 500;

export const removedCount = (
  segments: readonly Pick<Segment, 'startMs' | 'endMs'>[],
  targetDurationS: number,
): number => countRemoved(segments, { targetDurationS, liveWindowMs: LISTED_MS });

/** The checkpoint before which playlists from this time on list nothing. */
export function checkpointOf(
  segments: readonly ListedSegment[],
  { targetDurationS, segmentCheckpoint: before }: ListedBroadcast,
): SegmentCheckpoint | undefined {
  const removed = segments.slice(0, removedCount(segments, targetDurationS));
  const { isBreak: _, ...last } = removed.at(-1) ?? {};
  if (!('seq' in last)) return undefined;
  return {
    fromSeq: last.seq + 1,
    segments: (before?.segments ?? 0) + removed.length,
    breaks: (before?.breaks ?? 0) + breaksIn(removed),
    last,
  };
}

/** Short segments get a short target duration, because players derive their delay from it. */
export const targetDurationOf = (firstLengthMs: number, maxLengthMs: number): number =>
  firstLengthMs < 1500 ? 1 : Math.ceil(maxLengthMs / 1000);
