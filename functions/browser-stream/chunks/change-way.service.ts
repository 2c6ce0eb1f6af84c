import { CHUNK_INTERVAL_MS } from '../../../shared/limits.ts';
import type { Broadcast, StoredChunk } from '../broadcast.ts';
import type { ChunkRows, SegmentReads } from '../ports/broadcasts.ts';

export interface ChangePorts {
  readonly broadcasts: Pick<ChunkRows, 'changeWay'> & Pick<SegmentReads, 'latestSegments'>;
  readonly clock: () => number;
}

/**
 * A chunk has come of a broadcast: a direct one goes on the compatible way from here. Its chunks' clock begins where the
 * last segment ends, or when the recording of the chunks must have begun, whichever is later.
 */
export async function noticeChunk(
  { broadcasts, clock }: ChangePorts,
  { id, way, wayChange, startedAtMs }: Broadcast,
  { seq, arrivedAtMs }: StoredChunk,
): Promise<void> {
  if (way !== 'direct' || wayChange) return;
  const [last] = await broadcasts.latestSegments(id, 1);
  const begunMs = arrivedAtMs - (seq + 1) * CHUNK_INTERVAL_MS - startedAtMs;
  const fromMs = Math.max(0, last?.endMs ?? 0, Math.round(begunMs));
  await broadcasts.changeWay(id, { fromMs, atMs: clock() });
}
