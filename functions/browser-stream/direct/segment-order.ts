/** Checks a segment's number and times against the stored segments and the elapsed time. Pure. */
import { CHUNK_RECOVERY_MS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast, NewestSegment, Segment, SegmentNeighbours } from '../broadcast.ts';
import { recordableMs } from '../recordable.ts';

/** Consecutive segments may overlap or be apart by so much. */
export const JOIN_TOLERANCE_MS = 50;
/** The total length without gaps. */
export const lengthMs = (segments: readonly Pick<Segment, 'startMs' | 'endMs'>[]): number =>
  segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Why a broadcast no longer accepts this segment number; `undefined` where it does. */
export function refusalOfNumber({ end }: Broadcast, seq: number, nowMs: number): DomainError | undefined {
  if (!end) return undefined;
  if (nowMs > end.atMs + CHUNK_RECOVERY_MS) return new DomainError('conflict', 'broadcast_ended_a_day_ago');
  return end.chunkCount !== undefined && seq >= end.chunkCount
    ? new DomainError('conflict', 'segment_after_end', { seq })
    : undefined;
}

/** Returns the last segment, if the broadcast's item is sufficient to determine it. */
export const newestIn = ({ storedSegments, newestSegment }: Broadcast): NewestSegment | undefined =>
  newestSegment?.count === storedSegments ? newestSegment : undefined;

/** The neighbours of a segment after all others, from the broadcast's item; `undefined` if rows have to be read. */
export function neighboursAtEnd(broadcast: Broadcast, seq: number): SegmentNeighbours | undefined {
  if (!broadcast.storedSegments) return {};
  const newest = newestIn(broadcast);
  return newest && newest.seq < seq ? { before: newest } : undefined;
}

/** The last segment to store. It is valid only while the count is unchanged since it was read. */
export const newestOf = (
  { storedSegments = 0 }: Broadcast,
  { seq, endMs }: Pick<Segment, 'seq' | 'endMs'>,
  { after }: SegmentNeighbours,
): NewestSegment | undefined => (after ? undefined : { seq, endMs, count: storedSegments + 1 });

/** Why a segment does not fit between its neighbours; `undefined` where it does. */
export function refusalOfTimes(
  { startMs, endMs }: Pick<Segment, 'startMs' | 'endMs'>,
  { before, after }: SegmentNeighbours,
): string | undefined {
  if (before && startMs < before.endMs - JOIN_TOLERANCE_MS)
    return `It begins before segment ${before.seq} ends`;
  if (after && endMs > after.startMs + JOIN_TOLERANCE_MS) return `It ends after segment ${after.seq} begins`;
  return undefined;
}

/** Whether a segment is of a time that has not come yet, or is from after the end. */
export const isOutsideBroadcast = (
  broadcast: Broadcast,
  { endMs }: Pick<Segment, 'endMs'>,
  nowMs: number,
): boolean => endMs > recordableMs(broadcast, nowMs);
