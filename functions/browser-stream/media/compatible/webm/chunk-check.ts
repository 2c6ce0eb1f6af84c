import { isBlock, isKnownTrack, isTimestamp, readBlock } from './chunk-buffer.ts';
import { EbmlError, ID, readElementHead, readUnsigned } from './ebml.ts';
import { NotARecordingError, readStreamHeader, type StreamHeader } from './stream-header.ts';

/** A smaller chunk may lie within a single frame. */
const MIN_RECOGNIZABLE_BYTES = 16_384;
/** Sound comes every 60 ms, so a block appears soon. */
const MAX_SEARCHED_BYTES = 1_048_576;

/**
 * Throws `NotARecordingError` for no or another beginning, or without two consecutive blocks of these tracks. `seq`: its
 * number within its recording.
 */
export function checkChunk(seq: number, bytes: Uint8Array, header?: StreamHeader): void {
  if (seq === 0) {
    if (!readStreamHeader(bytes)) throw new NotARecordingError('The recording lists no tracks');
    return;
  }
  if (beginsRecording(bytes)) throw new NotARecordingError('The chunk begins another recording');
  if (!header || bytes.length < MIN_RECOGNIZABLE_BYTES) return;
  const searched = Math.min(bytes.length, MAX_SEARCHED_BYTES);
  for (let at = 0; at < searched; at += 1) if (beginBlocks(bytes, at, header)) return;
  throw new NotARecordingError('The chunk is not part of a recording');
}

export const beginsRecording = (bytes: Uint8Array): boolean => readUnsigned(bytes.subarray(0, 4)) === ID.ebml;

function beginBlocks(bytes: Uint8Array, from: number, header: StreamHeader): boolean {
  let at = from;
  try {
    for (let count = 0; count < 2; count += 1) {
      const head = readElementHead(bytes, at);
      const endsAt = head && head.dataAt + head.size;
      if (!head || !endsAt || !isBlock(head) || endsAt > bytes.length) return false;
      if (!isKnownTrack(readBlock(head.id, bytes.subarray(head.dataAt, endsAt)).track, header)) return false;
      at = endsAt;
    }
    return true;
  } catch (error) {
    if (error instanceof EbmlError) return false;
    throw error;
  }
}

/** The latest time of a Cluster (RFC 9559 §5.1.3) in ms. A Timestamp and a block confirm a Cluster. */
export function latestClusterMs(bytes: Uint8Array): number | undefined {
  let latestMs: number | undefined;
  for (let at = bytes.indexOf(CLUSTER_BYTE); at >= 0; at = bytes.indexOf(CLUSTER_BYTE, at + 1)) {
    const timeMs = clusterTimeMs(bytes, at);
    if (timeMs !== undefined) latestMs = Math.max(latestMs ?? 0, timeMs);
  }
  return latestMs;
}

const CLUSTER_BYTE = ID.cluster >>> 24;

function clusterTimeMs(bytes: Uint8Array, at: number): number | undefined {
  try {
    const cluster = readElementHead(bytes, at);
    const timestamp = cluster?.id === ID.cluster && readElementHead(bytes, cluster.dataAt);
    if (!timestamp || !isTimestamp(timestamp)) return undefined;
    const endsAt = timestamp.dataAt + timestamp.size;
    const block = readElementHead(bytes, endsAt);
    return block && isBlock(block) ? readUnsigned(bytes.subarray(timestamp.dataAt, endsAt)) : undefined;
  } catch (error) {
    if (error instanceof EbmlError) return undefined;
    throw error;
  }
}
