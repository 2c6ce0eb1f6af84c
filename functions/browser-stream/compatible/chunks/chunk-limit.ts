import { CHUNK_INTERVAL_MS, CHUNK_RECOVERY_MS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';
import { recordableChunks, recordingOf } from '../../recordable.ts';

/** The exclusive upper bound of chunk numbers: as many as the time allows, and at most the recorder's count. */
function chunkLimit(broadcast: Broadcast, nowMs: number): number {
  const { startedAtMs, end } = broadcast;
  const recordable = recordableChunks(broadcast, nowMs);
  if (!end || (end.by === 'silence' && end.chunkCount === undefined)) return recordable;
  const usual = Math.ceil((end.atMs - startedAtMs) / CHUNK_INTERVAL_MS) + 1;
  return Math.min(recordable, end.chunkCount ?? usual);
}

export const acceptsChunks = ({ end }: Broadcast, nowMs: number): boolean =>
  !end || nowMs <= end.atMs + CHUNK_RECOVERY_MS;

/** Throws `conflict` if the broadcast accepts no more chunks, or not these. */
export function requireAcceptedChunks(broadcast: Broadcast, seqs: readonly number[], nowMs: number): void {
  if (!acceptsChunks(broadcast, nowMs)) throw new DomainError('conflict', 'broadcast_ended_a_day_ago');
  const limit = chunkLimit(broadcast, nowMs);
  const beyond = seqs.find((seq) => seq >= limit);
  if (beyond === undefined) return;
  throw new DomainError('conflict', broadcast.end ? 'chunk_after_end' : 'chunk_too_early', { seq: beyond });
}

/** The end of a chunk on the broadcast's clock, in ms. */
export function chunkEndMs(broadcast: Pick<Broadcast, 'recordings'>, seq: number): number {
  const { fromSeq = 0, fromMs = 0 } = recordingOf(broadcast, seq) ?? {};
  return fromMs + (seq - fromSeq + 1) * CHUNK_INTERVAL_MS;
}
