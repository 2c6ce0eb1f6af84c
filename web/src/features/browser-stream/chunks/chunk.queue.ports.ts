/** What a queue of chunks needs of the browser, the API and S3, and what it tells. */
import type { Network, PacePorts } from './chunk.pace.ts';
import type { TransferPorts } from './chunk.transfer.ts';
import type { ChunkId, WaitingChunk } from './chunk.ts';

export interface ChunkQueuePorts extends PacePorts, TransferPorts {
  /** Called once a chunk is stored. */
  readonly forget: (chunk: ChunkId) => Promise<void>;
  /** Answers how to stop listening. */
  readonly onOnline: (listener: () => void) => () => void;
  readonly log: (words: string, error: unknown) => void;
}

export interface ChunkQueueListener {
  readonly onStored: (chunk: WaitingChunk) => void;
  /** It can no longer be read, or is refused for what it is. */
  readonly onLost: (chunk: WaitingChunk) => void;
  readonly onNetwork: (network: Network) => void;
  /** The API takes no more chunks of this broadcast; the queue rests until `resume`. */
  readonly onRefused: (error: unknown) => void;
}
