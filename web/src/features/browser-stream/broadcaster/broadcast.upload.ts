/** The chunks of one broadcast, from the recorder to storage, counted. */
import type { ChunkCounts } from '../broadcast.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';
import { createChunkIntake } from '../chunks/chunk.intake.ts';
import { createChunkKeeper } from '../chunks/chunk.keeper.ts';
import type { Network } from '../chunks/chunk.pace.ts';
import { ChunkQueue, type QueueEnd } from '../chunks/chunk.queue.ts';
import type { WaitingChunk } from '../chunks/chunk.ts';

export interface BroadcastUpload {
  take(blob: Blob): void;
  /** Ends when all that was taken is kept; answers how many chunks there are, the lost ones too. */
  settled(): Promise<number>;
  /** How many were taken so far, the lost ones too. */
  count(): number;
  /** Chunks that were kept before. */
  add(chunks: readonly WaitingChunk[]): void;
  waiting(): readonly WaitingChunk[];
  drained(): Promise<QueueEnd>;
  /** Tries once more after the API has refused. */
  resume(): void;
  stop(): void;
}

export interface UploadProgress {
  readonly chunks: ChunkCounts;
  readonly lostChunks: number;
}

export interface UploadListener {
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onNetwork: (network: Network) => void;
  readonly onRefused: (error: unknown) => void;
}

export function createBroadcastUpload(
  streamId: string,
  ports: BroadcasterPorts,
  listener: UploadListener,
): BroadcastUpload {
  const { log } = ports;
  let [recorded, stored, lostChunks] = [0, 0, 0];
  const keeper = createChunkKeeper({ store: ports.store, streamId, log });
  const report = () => listener.onProgress({ chunks: { recorded, stored }, lostChunks });

  const queue = new ChunkQueue(
    {
      ...ports,
      askAddresses: (chunks, signal) => ports.askAddresses(streamId, chunks, signal),
      read: keeper.read,
      forget: keeper.forget,
    },
    {
      ...listener,
      onStored: () => {
        stored += 1;
        report();
      },
      onLost: () => {
        recorded -= 1;
        lostChunks += 1;
        report();
      },
    },
  );
  const add = (chunks: readonly WaitingChunk[]) => {
    recorded += chunks.length;
    queue.add(chunks);
    report();
  };
  const intake = createChunkIntake({
    keeper,
    log,
    onKept: (chunk) => add([chunk]),
    onLost: () => {
      lostChunks += 1;
      report();
    },
  });
  return {
    take: intake.take,
    settled: async () => {
      await intake.settled();
      return intake.count();
    },
    count: intake.count,
    add,
    waiting: () => queue.waiting(),
    drained: () => queue.drained(),
    resume: () => queue.resume(),
    stop: () => queue.stop(),
  };
}
