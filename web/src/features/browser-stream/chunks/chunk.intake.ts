/** Takes what a recorder gives out: numbers it, hashes it, keeps it, in this order. */
import { MAX_CHUNK_BYTES } from '../../../../../shared/limits.ts';
import { type CountByWay, sha256Of, type WaitingChunk } from './chunk.ts';
import type { Way } from '../../../../../shared/live/browser-stream.ts';
import type { ChunkKeeper } from './chunk.keeper.ts';

export interface IntakeOptions {
  readonly keeper: Pick<ChunkKeeper, 'keep'>;
  readonly onKept: (chunk: WaitingChunk) => void;
  readonly onLost: () => void;
  readonly log: (words: string, error: unknown) => void;
  readonly maxChunkBytes?: number;
}

export class ChunkIntake {
  readonly #options: IntakeOptions;
  readonly #next = { direct: 0, compatible: 0 };
  #last = Promise.resolve();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  take(way: Way, blob: Blob): void {
    this.#last = this.#last.then(() => this.#takeAll(way, blob));
  }

  /** Ends when all that was taken is kept, or lost. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** How many have a number, the lost ones too. */
  count(): CountByWay {
    return { ...this.#next };
  }

  async #takeAll(way: Way, blob: Blob): Promise<void> {
    if (way === 'direct') return this.#takePart(way, blob);
    // A recording of WebM is one stream of bytes: a blob that is too large may be cut anywhere.
    const { maxChunkBytes = MAX_CHUNK_BYTES } = this.#options;
    for (let start = 0; start < blob.size; start += maxChunkBytes) {
      await this.#takePart(way, blob.slice(start, start + maxChunkBytes));
    }
  }

  async #takePart(way: Way, part: Blob): Promise<void> {
    const { keeper, onKept, onLost, log } = this.#options;
    const seq = this.#next[way]++;
    try {
      const bytes = await part.arrayBuffer();
      const chunk = { way, seq, sizeBytes: bytes.byteLength, sha256: await sha256Of(bytes) };
      if (await keeper.keep(chunk, bytes)) return onKept(chunk);
    } catch (error) {
      log('A chunk of the recording is unreadable', error);
    }
    onLost();
  }
}
