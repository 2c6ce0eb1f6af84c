import { HOUR_MS } from '#shared/plain/time.ts';
import { CHUNK_RECOVERY_MS, MAX_CHUNK_BYTES } from '#shared/limits.ts';
import type { Broadcast } from '../../broadcast.ts';
import { recordableChunks, recordableMs, recordingOf } from '../../recordable.ts';
import { checkChunk, latestClusterMs } from '../../media/compatible/webm/chunk-check.ts';
import type { ReaderState } from '../../media/compatible/webm/reader.ts';
import { NotARecordingError } from '../../media/compatible/webm/stream-header.ts';

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

/** Another recording's chunk is well-formed, but its times lie in the future or the past. */
export function refusalOfBytes(
  broadcast: Broadcast,
  { recording: current, header }: ReaderState,
  { seq, bytes }: { readonly seq: number; readonly bytes: Uint8Array },
  nowMs: number,
): string | undefined {
  const recording = recordingOf(broadcast, seq);
  const { fromSeq = 0, fromMs = 0 } = recording ?? {};
  try {
    checkChunk(seq - fromSeq, bytes, current?.fromSeq === recording?.fromSeq ? header : undefined);
  } catch (error) {
    if (error instanceof NotARecordingError) return error.message;
    throw error;
  }
  const isAhead = fromMs + (latestClusterMs(bytes) ?? 0) > recordableMs(broadcast, nowMs);
  return isAhead ? 'The chunk is of a time that has not come yet' : undefined;
}
