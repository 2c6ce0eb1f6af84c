import { CHUNK_INTERVAL_MS, CHUNK_RECOVERY_MS, MAX_BROADCAST_CHUNKS } from '../../../../shared/limits.ts';
import { DomainError } from '../../../base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';

export const CHUNK_TOO_LARGE =
  'This chunk is too large. A chunk has at most 4 MB: about two seconds of video.';

/** A recorder may be ahead by so many chunks, and make them twice as often as it should. */
const AHEAD_CHUNKS = 60;

/** The exclusive upper bound of chunk numbers: the recorder's count, or as many as the time allows. */
function chunkLimit({ startedAtMs, end }: Broadcast, nowMs: number): number {
  if (!end || (end.by === 'silence' && end.chunkCount === undefined)) {
    const recordable = (2 * (nowMs - startedAtMs)) / CHUNK_INTERVAL_MS + AHEAD_CHUNKS;
    return Math.min(MAX_BROADCAST_CHUNKS, Math.ceil(recordable));
  }
  if (end.chunkCount !== undefined) return end.chunkCount;
  const recordable = Math.ceil((end.atMs - startedAtMs) / CHUNK_INTERVAL_MS) + 1;
  return Math.min(MAX_BROADCAST_CHUNKS, recordable);
}

export const acceptsChunks = ({ end }: Broadcast, nowMs: number): boolean =>
  !end || nowMs <= end.atMs + CHUNK_RECOVERY_MS;

/** Throws `conflict` where the broadcast accepts no more chunks, or not these. */
export function requireAcceptedChunks(broadcast: Broadcast, seqs: readonly number[], nowMs: number): void {
  if (!acceptsChunks(broadcast, nowMs))
    throw new DomainError(
      'conflict',
      'This broadcast ended more than a day ago. Nothing can be added to it any more.',
    );
  const limit = chunkLimit(broadcast, nowMs);
  const beyond = seqs.find((seq) => seq >= limit);
  if (beyond === undefined) return;
  throw new DomainError(
    'conflict',
    broadcast.end
      ? `This broadcast has ended, and chunk ${beyond} is from after its end. Please start a new broadcast.`
      : `Chunk ${beyond} cannot have been recorded yet: chunks are of two seconds.`,
  );
}
