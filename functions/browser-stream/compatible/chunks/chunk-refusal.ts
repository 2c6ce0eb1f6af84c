import { HOUR_MS } from '../../../../shared/plain/time.ts';
import { CHUNK_RECOVERY_MS, MAX_CHUNK_BYTES } from '../../../../shared/limits.ts';
import type { Broadcast } from '../../broadcast.ts';
import { recordableChunks } from '../../recordable.ts';
import { checkChunk, latestClusterMs } from '../../media/compatible/webm/chunk-check.ts';
import { NotARecordingError, type StreamHeader } from '../../media/compatible/webm/stream-header.ts';

/** Longer than upload URLs that were signed at the last moment stay valid. */
const LATENESS_GRACE_MS = 2 * HOUR_MS;

/** Checks a chunk by its number, size and time, without its bytes. */
export function refusalOfMetadata(
  broadcast: Broadcast,
  { seq, sizeBytes }: { readonly seq: number; readonly sizeBytes: number },
  nowMs: number,
): string | undefined {
  const { end } = broadcast;
  if (seq >= recordableChunks(broadcast, nowMs)) return 'The broadcast is shorter than that';
  if (sizeBytes > MAX_CHUNK_BYTES) return 'The chunk is too large';
  if (!end) return undefined;
  if (end.chunkCount !== undefined && seq >= end.chunkCount)
    return 'The recording has fewer chunks than that';
  return nowMs > end.atMs + CHUNK_RECOVERY_MS + LATENESS_GRACE_MS ? 'The chunk comes too late' : undefined;
}

/** Another recording's chunk is well-formed, but its times lie in the future or the past. `untilMs`: `recordableMs`. */
export function refusalOfBytes(
  seq: number,
  bytes: Uint8Array,
  header: StreamHeader | undefined,
  untilMs: number,
): string | undefined {
  try {
    checkChunk(seq, bytes, header);
  } catch (error) {
    if (error instanceof NotARecordingError) return error.message;
    throw error;
  }
  const isAhead = (latestClusterMs(bytes) ?? 0) > untilMs;
  return isAhead ? 'The chunk is of a time that has not come yet' : undefined;
}
