/** Uploads and counts the chunks of one broadcast, from the recorder to storage. */
import type { ChunkCounts } from '../broadcast.ts';
import { ChunkIntake, type ChunkKeeper, createChunkKeeper } from '../chunks/chunk.intake.ts';
import type { Network } from '../chunks/chunk.schedule.ts';
import { presignedSender, type SendChunk } from '../chunks/chunk.transfer.ts';
import { ChunkQueue, type QueueEnd } from '../chunks/chunk.queue.ts';
import type { CountByWay, WaitingChunk } from '../chunks/chunk.ts';
import type { BrowserStream, Way } from '../../../../../shared/live/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

interface UploadProgress {
  readonly chunks: ChunkCounts;
  readonly lostChunks: number;
}

interface UploadListener {
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onNetwork: (network: Network) => void;
  readonly onRefused: (error: unknown) => void;
}

interface Delivery {
  readonly end: QueueEnd;
  /** `null` if the server did not answer. */
  readonly receipt: BrowserStream | null;
}

export class BroadcastUpload {
  readonly #listener: UploadListener;
  readonly #intake: ChunkIntake;
  readonly queue: ChunkQueue;
  #recorded = 0;
  #stored = 0;
  #lost = 0;

  constructor(streamId: string, ports: BroadcasterPorts, listener: UploadListener) {
    const keeper = createChunkKeeper({ store: ports.store, streamId, log: ports.log });
    this.#listener = listener;
    this.queue = this.#createQueue(streamId, ports, keeper);
    this.#intake = new ChunkIntake({
      keeper,
      log: ports.log,
      onKept: (chunk) => this.add([chunk]),
      onLost: () => this.#count({ lost: 1 }),
    });
  }

  /** Takes a whole segment, or a slice of WebM of any length. */
  take(way: Way, blob: Blob): void {
    this.#intake.add(way, blob);
  }

  async settled(): Promise<CountByWay> {
    await this.#intake.settled();
    return this.#intake.count();
  }

  /** Includes lost chunks. */
  count(): CountByWay {
    return this.#intake.count();
  }

  /** Adds locally stored chunks, in the order of recording. */
  add(chunks: readonly WaitingChunk[]): void {
    this.queue.add(chunks);
    this.#count({ recorded: chunks.length });
  }

  /** Waits for the upload, then reports the stop. After a refusal it reports first, because an ended broadcast accepts chunks once their number is known. */
  async deliver(reportStop: () => Promise<BrowserStream | null>): Promise<Delivery> {
    let end = await this.queue.drained();
    if (end === 'refused') {
      await reportStop();
      this.queue.resume();
      end = await this.queue.drained();
    }
    this.queue.stop();
    return { end, receipt: await reportStop() };
  }

  #createQueue(streamId: string, ports: BroadcasterPorts, { read, forget }: ChunkKeeper): ChunkQueue {
    const send = senderOf(streamId, ports, () => this.queue.waiting());
    return new ChunkQueue(
      { ...ports, send, read, forget },
      {
        ...this.#listener,
        onStored: () => this.#count({ stored: 1 }),
        onLost: () => this.#count({ recorded: -1, lost: 1 }),
      },
    );
  }

  #count({ recorded = 0, stored = 0, lost = 0 }): void {
    this.#recorded += recorded;
    this.#stored += stored;
    this.#lost += lost;
    const chunks = { recorded: this.#recorded, stored: this.#stored };
    this.#listener.onProgress({ chunks, lostChunks: this.#lost });
  }
}

/** Sends segments to the API, which publishes them, and WebM to storage, at URLs that the API presigns. */
function senderOf(
  streamId: string,
  ports: BroadcasterPorts,
  waiting: () => readonly WaitingChunk[],
): SendChunk {
  const senders: Record<Way, SendChunk> = {
    direct: (chunk, bytes, signal) => ports.putSegment(streamId, chunk, bytes, signal),
    compatible: presignedSender({
      fetchAddresses: (chunks, signal) => ports.fetchAddresses(streamId, chunks, signal),
      put: ports.put,
      waiting: () => waiting().filter(({ way }) => way === 'compatible'),
    }),
  };
  return (chunk, bytes, signal) => senders[chunk.way](chunk, bytes, signal);
}
