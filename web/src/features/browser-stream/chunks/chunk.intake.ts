/** Takes what MediaRecorder gives out: numbers it, hashes it, keeps it, in this order. */
import { MAX_CHUNK_BYTES } from '../../../../../shared/limits.ts';
import { sha256Of, type WaitingChunk } from './chunk.ts';
import type { ChunkKeeper } from './chunk.keeper.ts';

export interface ChunkIntake {
  take(blob: Blob): void;
  /** Ends when all that was taken is kept, or lost. */
  settled(): Promise<void>;
  /** How many have a number, the lost ones too. */
  count(): number;
}

export interface IntakeOptions {
  readonly keeper: Pick<ChunkKeeper, 'keep'>;
  readonly onKept: (chunk: WaitingChunk) => void;
  readonly onLost: () => void;
  readonly log: (words: string, error: unknown) => void;
  readonly maxChunkBytes?: number;
}

export function createChunkIntake(options: IntakeOptions): ChunkIntake {
  const { keeper, onKept, onLost, log, maxChunkBytes = MAX_CHUNK_BYTES } = options;
  let nextSeq = 0;
  let last = Promise.resolve();

  const takePart = async (part: Blob) => {
    const seq = nextSeq++;
    try {
      const bytes = await part.arrayBuffer();
      const chunk = { seq, sizeBytes: bytes.byteLength, sha256: await sha256Of(bytes) };
      if (await keeper.keep(chunk, bytes)) return onKept(chunk);
    } catch (error) {
      log('A chunk of the recording is unreadable', error);
    }
    onLost();
  };
  const takeAll = async (blob: Blob) => {
    // The recording is one stream of bytes: a blob that is too large may be cut anywhere.
    for (let start = 0; start < blob.size; start += maxChunkBytes) {
      await takePart(blob.slice(start, start + maxChunkBytes));
    }
  };
  return {
    take: (blob) => {
      last = last.then(() => takeAll(blob));
    },
    settled: () => last,
    count: () => nextSeq,
  };
}
