import {
  EbmlError,
  type ElementHead,
  ID,
  readBlockGroup,
  readElementHead,
  readSimpleBlock,
  readUnsigned,
  UNKNOWN_SIZE,
} from './ebml.ts';
import type { StreamHeader } from './stream-header.ts';

export interface Chunk {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

export interface Position {
  readonly seq: number;
  readonly offsetBytes: number;
}

export interface ChunkBuffer {
  readonly bytes: Uint8Array;
  positionOf(at: number): Position;
}

/** Joins chunks from a place in the first on. Throws `RangeError` if one is missing, repeated or out of order. */
export function joinChunks({ seq, offsetBytes }: Position, chunks: readonly Chunk[]): ChunkBuffer {
  const wrong = chunks.find((chunk, index) => chunk.seq !== seq + index);
  if (wrong)
    throw new RangeError(`Chunk ${wrong.seq} does not follow; chunks must be ${seq} and on, in order`);
  const bytes = new Uint8Array(Buffer.concat(chunks.map((chunk) => chunk.bytes))).subarray(offsetBytes);
  const starts: number[] = [];
  let start = -offsetBytes;
  for (const chunk of chunks) {
    starts.push(start);
    start += chunk.bytes.length;
  }
  const positionOf = (at: number): Position => {
    if (at >= start) return { seq: seq + chunks.length, offsetBytes: 0 };
    const index = starts.findLastIndex((first) => first <= at);
    return { seq: seq + index, offsetBytes: at - (starts[index] ?? 0) };
  };
  return { bytes, positionOf };
}

/** No frame is larger; a larger length comes from misread bytes. */
const MAX_ELEMENT_BYTES = 2 * 1024 * 1024;
/** No recording lasts longer; a later time comes from misread bytes. */
const MAX_TIMESTAMP_MS = 7 * 24 * 3_600_000;
/** The number of consecutive elements that confirm a Cluster. */
const CHAIN_LENGTH = 2;

/** Elements next to blocks and between Clusters (RFC 9559 §5.1, §5.1.3; RFC 8794 §11.3). */
const SKIPPED = new Set<number>([
  ID.position,
  ID.previousSize,
  ID.void,
  ID.crc32,
  ID.cues,
  ID.tags,
  ID.seekHead,
  ID.info,
  ID.tracks,
]);

export const isSkipped = ({ id, size }: ElementHead): boolean => SKIPPED.has(id) && size !== UNKNOWN_SIZE;

export const isBlock = ({ id, size }: ElementHead): boolean =>
  (id === ID.simpleBlock || id === ID.blockGroup) && size !== UNKNOWN_SIZE && size <= MAX_ELEMENT_BYTES;

export const readBlock = (id: number, data: Uint8Array) =>
  id === ID.simpleBlock ? readSimpleBlock(data) : readBlockGroup(data);

/**
 * Where reading can continue after missing or broken bytes: at the next Cluster (RFC 9559 §5.1.3), because only it
 * gives its blocks a time. Its id occurs in frames by chance too, so a Timestamp and blocks of known tracks must
 * follow. Otherwise returns where a Cluster could begin once more bytes arrive.
 */
export function findCluster(
  bytes: Uint8Array,
  from: number,
  header: StreamHeader,
): { readonly at: number; readonly isFound: boolean } {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0x1f, at);
    if (at < 0) return { at: bytes.length, isFound: false };
    const verdict = checkCluster(bytes, at, header);
    if (verdict !== 'no') return { at, isFound: verdict === 'yes' };
  }
}

type Verdict = 'yes' | 'no' | 'unknown';

function checkCluster(bytes: Uint8Array, at: number, header: StreamHeader): Verdict {
  try {
    const cluster = readElementHead(bytes, at);
    if (!cluster) return couldBeCluster(bytes, at) ? 'unknown' : 'no';
    return cluster.id === ID.cluster ? checkChain(bytes, cluster.dataAt, header) : 'no';
  } catch (error) {
    if (error instanceof EbmlError) return 'no';
    throw error;
  }
}

const CLUSTER_BYTES = [0x1f, 0x43, 0xb6, 0x75];

const couldBeCluster = (bytes: Uint8Array, at: number): boolean =>
  CLUSTER_BYTES.every((byte, index) => (bytes[at + index] ?? byte) === byte);

/** A Timestamp must come first (RFC 9559 §5.1.3.1), then allowed elements. */
function checkChain(bytes: Uint8Array, from: number, header: StreamHeader): Verdict {
  let at = from;
  for (let length = 0; length < CHAIN_LENGTH; length += 1) {
    const head = readElementHead(bytes, at);
    if (!head) return 'unknown';
    const endsAt = head.dataAt + head.size;
    const isWhole = endsAt <= bytes.length;
    if (length === 0 && !isTimestamp(head)) return 'no';
    if (length > 0 && head.id === ID.cluster) return 'yes';
    if (length > 0 && !isSkipped(head) && !isBlock(head)) return 'no';
    if (!isWhole) return 'unknown';
    const data = bytes.subarray(head.dataAt, endsAt);
    if (length === 0 && readUnsigned(data) > MAX_TIMESTAMP_MS) return 'no';
    if (isBlock(head) && !isKnownTrack(readBlock(head.id, data).track, header)) return 'no';
    at = endsAt;
  }
  return 'yes';
}

export const isTimestamp = ({ id, size }: ElementHead): boolean =>
  id === ID.timestamp && size >= 1 && size <= 8;

export const isKnownTrack = (track: number, { videoTrack, audio }: StreamHeader): boolean =>
  track === videoTrack || track === audio?.track;
