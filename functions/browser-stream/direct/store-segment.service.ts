import type { IntakeDeps } from '../deps.ts';
import type { StoredSegment } from '#shared/live/browser-stream.ts';
import {
  MAX_SEGMENT_BYTES,
  MAX_SEGMENT_MS,
  MAX_SMALL_SEGMENT_BYTES,
  MIN_SEGMENT_MS,
} from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast, Segment, SegmentNeighbours } from '../broadcast.ts';
import { BrokenSegmentError } from '../media/segment/boxes.ts';
import { type CheckedSegment, checkSegment } from '../media/segment/check-segment.ts';
import { requireDirect } from '../own-broadcast.ts';
import { chargeAfterEnd } from '../recordable.ts';
import { namedSegment, sha256 } from './segment-names.ts';
import {
  isOutsideBroadcast,
  neighboursAtEnd,
  newestOf,
  refusalOfNumber,
  refusalOfTimes,
} from './segment-order.ts';
import { checkpointOf, listedSegments, MAX_LISTED_ROWS, targetDurationOf } from './segment-list.ts';

type Deps = Pick<IntakeDeps, 'broadcasts' | 'segments' | 'budgets' | 'clock'>;

interface SegmentUpload {
  readonly streamId: string;
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** `Content-Digest` (RFC 9530): `sha-256=:…:`. */
  readonly digest: string | undefined;
}

const LIMITS = {
  minMs: MIN_SEGMENT_MS,
  maxMs: MAX_SEGMENT_MS,
  maxMainBytes: MAX_SEGMENT_BYTES,
  maxSmallBytes: MAX_SMALL_SEGMENT_BYTES,
};
/** The checkpoint before which playlists list nothing is moved once per this many segments. */
const CHECKPOINT_EVERY = 30;
/** The first segments mark the channel as receiving; more than one, because a request may be lost. */
const FIRST_SEGMENTS = 3;

/**
 * Checks, stores and publishes a segment: viewers can fetch it before this resolves. Idempotent. Throws `not_found`,
 * `forbidden`, `conflict` if the broadcast accepts no more segments or is not direct, `invalid_request`,
 * `too_many_requests` after the end, `unsupported_media_type` if the bytes are not a segment.
 */
export async function storeSegment(
  deps: Deps,
  channelId: string,
  upload: SegmentUpload,
): Promise<StoredSegment> {
  const { broadcasts, segments, clock } = deps;
  const { streamId, seq, bytes, digest } = upload;
  const find = (id: string) => broadcasts.findFor(id, seq);
  const broadcast = await requireDirect({ find }, channelId, streamId);
  // Nearly always it is the next segment, and no rows need to be read.
  const around = neighboursAtEnd(broadcast, seq) ?? (await broadcasts.segmentsAround(streamId, seq));
  if (around.same) return toWire(around.same);
  requireNumber(broadcast, seq, clock());
  const hash = sha256(bytes);
  requireDigest(hash, digest);
  const checked = requireSegment(seq, bytes);
  requireTimes(checked, around);
  requireRecordable(broadcast, seq, checked, clock());
  await chargeAfterEnd(deps, broadcast, checked.endMs);
  const { segment, files } = namedSegment(seq, hash, checked);
  await Promise.all(files.map((file) => segments.publish(broadcast, file)));
  const checkpoint = seq % CHECKPOINT_EVERY === 0 ? await nextCheckpoint(deps, broadcast) : undefined;
  const targetDurationS = targetDurationOf(segment.endMs - segment.startMs, MAX_SEGMENT_MS);
  const newest = newestOf(broadcast, segment, around);
  const news = { broadcast, targetDurationS, ...(checkpoint && { checkpoint }), ...(newest && { newest }) };
  const added = await broadcasts.addSegment(streamId, segment, clock, news);
  if (added === 'changed') return storeSegment(deps, channelId, upload);
  if ((broadcast.storedSegments ?? 0) < FIRST_SEGMENTS) await broadcasts.setReceiving(broadcast);
  return toWire(
    added === 'added' ? segment : ((await broadcasts.segmentsAround(streamId, seq)).same ?? segment),
  );
}

function requireNumber(broadcast: Broadcast, seq: number, nowMs: number): void {
  const refusal = refusalOfNumber(broadcast, seq, nowMs);
  if (refusal) throw refusal;
}

function requireDigest(hash: Buffer, digest: string | undefined): void {
  if (digest === undefined || digest === `sha-256=:${hash.toString('base64')}:`) return;
  throw new DomainError('invalid_request', 'segment_changed');
}

function requireSegment(seq: number, bytes: Uint8Array): CheckedSegment {
  try {
    return checkSegment(bytes, seq, LIMITS);
  } catch (error) {
    if (error instanceof BrokenSegmentError) throw noSegment(error.message);
    throw error;
  }
}

function requireTimes(segment: CheckedSegment, around: SegmentNeighbours): void {
  const refusal = refusalOfTimes(segment, around);
  if (refusal !== undefined) throw noSegment(refusal);
}

function requireRecordable(broadcast: Broadcast, seq: number, segment: CheckedSegment, nowMs: number): void {
  if (!isOutsideBroadcast(broadcast, segment, nowMs)) return;
  if (broadcast.end) throw new DomainError('conflict', 'segment_after_end', { seq });
  throw noSegment('It is of a time that has not come yet');
}

const noSegment = (why: string): DomainError =>
  new DomainError('unsupported_media_type', 'not_a_segment', { why });

async function nextCheckpoint({ broadcasts, clock }: Deps, broadcast: Broadcast) {
  const fromSeq = broadcast.segmentCheckpoint?.fromSeq ?? 0;
  const rows = await broadcasts.listSegments(broadcast.id, { fromSeq, limit: MAX_LISTED_ROWS });
  return checkpointOf(listedSegments(rows, broadcast, clock()).segments, broadcast);
}

const toWire = ({ seq, startMs, endMs }: Omit<Segment, 'arrivedAtMs'>): StoredSegment => ({
  seq,
  start_s: startMs / 1000,
  duration_s: (endMs - startMs) / 1000,
});
