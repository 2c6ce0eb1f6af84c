import { CHUNK_INTERVAL_MS, CHUNK_RECOVERY_MS, MAX_BROADCAST_CHUNKS } from '../../../../shared/limits.ts';
import { DomainError } from '../../../base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';

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
  if (!acceptsChunks(broadcast, nowMs)) throw new DomainError('conflict', 'broadcast_ended_a_day_ago');
  const limit = chunkLimit(broadcast, nowMs);
  const beyond = seqs.find((seq) => seq >= limit);
  if (beyond === undefined) return;
  throw new DomainError('conflict', broadcast.end ? 'chunk_after_end' : 'chunk_too_early', { seq: beyond });
}
