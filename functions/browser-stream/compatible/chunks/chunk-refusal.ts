import { HOUR_MS } from '../../../../shared/plain/time.ts';
import { CHUNK_RECOVERY_MS, MAX_BROADCAST_CHUNKS, MAX_CHUNK_BYTES } from '../../../../shared/limits.ts';
import type { Broadcast } from '../../broadcast.ts';
import { AHEAD_MS } from '../../direct/segment-order.ts';
import { checkChunk, latestClusterMs } from '../../media/compatible/webm/chunk-check.ts';
import { NotARecordingError, type StreamHeader } from '../../media/compatible/webm/stream-header.ts';

/** Longer than upload URLs that were signed at the last moment stay valid. */
const LATENESS_GRACE_MS = 2 * HOUR_MS;

/** Checks a chunk by its number, size and time, without its bytes. */
export function refusalOfMetadata(
  { end }: Broadcast,
  { seq, sizeBytes }: { readonly seq: number; readonly sizeBytes: number },
  nowMs: number,
): string | undefined {
  if (seq >= MAX_BROADCAST_CHUNKS) return 'No broadcast has so many chunks';
  if (sizeBytes > MAX_CHUNK_BYTES) return 'The chunk is too large';
  if (!end) return undefined;
  if (end.chunkCount !== undefined && seq >= end.chunkCount)
    return 'The recording has fewer chunks than that';
  return nowMs > end.atMs + CHUNK_RECOVERY_MS + LATENESS_GRACE_MS ? 'The chunk comes too late' : undefined;
}

/** Another recording's chunk is well-formed, but its times lie in the future or the past. */
export function refusalOfBytes(
  seq: number,
  bytes: Uint8Array,
  header: StreamHeader | undefined,
  sinceStartMs: number,
): string | undefined {
  try {
    checkChunk(seq, bytes, header);
  } catch (error) {
    if (error instanceof NotARecordingError) return error.message;
    throw error;
  }
  const isAhead = (latestClusterMs(bytes) ?? 0) > sinceStartMs + AHEAD_MS;
  return isAhead ? 'The chunk is of a time that has not come yet' : undefined;
}
