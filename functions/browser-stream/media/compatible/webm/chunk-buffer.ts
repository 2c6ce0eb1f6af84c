/** A numbered piece of what MediaRecorder wrote. */
export interface Chunk {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** A place in the recording. */
export interface Position {
  readonly seq: number;
  readonly offsetBytes: number;
}

/** Chunks that follow each other, as one array of bytes, and the way back from it to the chunks. */
export interface ChunkBuffer {
  readonly bytes: Uint8Array;
  positionOf(at: number): Position;
}

/**
 * Joins chunks, beginning at a place in the first. Elements span chunks, so nothing smaller can be read. Throws
 * `RangeError` where one is missing, doubled, or out of order.
 */
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
