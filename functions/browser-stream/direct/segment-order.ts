/** Whether a segment fits among those that are stored, and into the time that has passed. Pure. */
import { CHUNK_RECOVERY_MS, MAX_BROADCAST_MS } from '../../../shared/limits.ts';
import type { Broadcast, NewestSegment, Segment, SegmentNeighbours } from '../broadcast.ts';

/** So much two segments may overlap, or be apart, and still follow each other. */
export const JOIN_TOLERANCE_MS = 50;
/** Of what is shown without the gaps. */
export const lengthMs = (segments: readonly Pick<Segment, 'startMs' | 'endMs'>[]): number =>
  segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
/** The recorder's clock may be a little ahead of ours, which began with the request to start. */
const AHEAD_MS = 30_000;

/** Why a broadcast takes no segment of this number any more; nothing where it does. */
export function refusalOfNumber({ end }: Broadcast, seq: number, nowMs: number): string | undefined {
  if (!end) return undefined;
  if (nowMs > end.atMs + CHUNK_RECOVERY_MS)
    return 'This broadcast ended more than a day ago. Nothing can be added to it any more.';
  return end.chunkCount !== undefined && seq >= end.chunkCount
    ? `This broadcast has ended, and segment ${seq} is from after its end. Please start a new broadcast.`
    : undefined;
}

/** The segment behind which there is none, where the broadcast alone tells. */
export const newestIn = ({ storedSegments, newestSegment }: Broadcast): NewestSegment | undefined =>
  newestSegment?.count === storedSegments ? newestSegment : undefined;

/**
 * What stands next to a segment that comes behind all others, told by the broadcast alone; nothing where only the rows
 * can tell.
 */
export function neighboursAtEnd(broadcast: Broadcast, seq: number): SegmentNeighbours | undefined {
  if (!broadcast.storedSegments) return {};
  const newest = newestIn(broadcast);
  return newest && newest.seq < seq ? { before: newest } : undefined;
}

/**
 * For the next one to be told so. Between the count that was read and the one that the write makes there was no other
 * write, should they follow each other: so nothing came behind it meanwhile.
 */
export const newestOf = (
  { storedSegments = 0 }: Broadcast,
  { seq, endMs }: Pick<Segment, 'seq' | 'endMs'>,
  { after }: SegmentNeighbours,
): NewestSegment | undefined => (after ? undefined : { seq, endMs, count: storedSegments + 1 });

/** Why its times cannot be; nothing where they can. */
export function refusalOfTimes(
  { startedAtMs, end }: Broadcast,
  { startMs, endMs }: Pick<Segment, 'startMs' | 'endMs'>,
  { before, after }: SegmentNeighbours,
  nowMs: number,
): string | undefined {
  if (before && startMs < before.endMs - JOIN_TOLERANCE_MS)
    return `It begins before segment ${before.seq} ends`;
  if (after && endMs > after.startMs + JOIN_TOLERANCE_MS) return `It ends after segment ${after.seq} begins`;
  // One that fell silent may have recorded on without a network.
  const lastedMs = (end && end.by !== 'silence' ? end.atMs : nowMs) - startedAtMs;
  if (endMs > Math.min(lastedMs, MAX_BROADCAST_MS) + AHEAD_MS) return 'It is of a time that has not come yet';
  return undefined;
}
