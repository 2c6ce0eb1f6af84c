/**
 * Uploads chunks: three at once, the oldest first, with retries. A failing chunk does not block the others; when all
 * uploads fail, one at a time tests the connection.
 */
import { createDeferred } from '#web/lib/async/deferred.ts';
import { isPassing, retryDelayMs } from '#web/lib/api/patience/retry.ts';
import {
  createPace,
  LONGEST_DELAY_MS,
  type Network,
  nextOf,
  type PacePorts,
  type ScheduledChunk,
} from './chunk.schedule.ts';
import { isLost, isRefusal, transfer, type TransferPorts } from './chunk.transfer.ts';
import type { ChunkId, WaitingChunk } from './chunk.ts';

export interface ChunkQueuePorts extends PacePorts, TransferPorts {
  /** Called after a chunk is uploaded. */
  readonly forget: (chunk: ChunkId) => Promise<void>;
  readonly onOnline: (listener: () => void) => () => void;
  readonly log: (message: string, error: unknown) => void;
}

export interface ChunkQueueListener {
  readonly onStored: (chunk: WaitingChunk) => void;
  /** It can no longer be read, or its content is refused. */
  readonly onLost: (chunk: WaitingChunk) => void;
  readonly onNetwork: (network: Network) => void;
  /** The API accepts no more chunks of this broadcast; the queue pauses until `resume`. */
  readonly onRefused: (error: unknown) => void;
}

/** `refused`: by the API. `stopped`: by `stop()`. */
export type QueueEnd = 'stored' | 'refused' | 'stopped';

export class ChunkQueue {
  readonly #ports: ChunkQueuePorts;
  readonly #listener: ChunkQueueListener;
  /** In the order of recording. */
  readonly #entries = new Set<ScheduledChunk>();
  readonly #pace: ReturnType<typeof createPace>;
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #draining: ((end: QueueEnd) => void)[] = [];
  #end: QueueEnd | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: ChunkQueuePorts, listener: ChunkQueueListener) {
    this.#ports = ports;
    this.#listener = listener;
    this.#pace = createPace(ports, listener.onNetwork);
    this.#unsubscribe = ports.onOnline(() => {
      this.#retryAll();
      this.#pump();
    });
  }

  /** Adds chunks in the order of recording. */
  add(chunks: readonly WaitingChunk[]): void {
    const addedAtMs = this.#ports.nowMs();
    for (const chunk of chunks) {
      this.#entries.add({ chunk, addedAtMs, isMoving: false, failures: 0, hopelessTries: 0, dueAtMs: 0 });
    }
    this.#pump();
  }

  waiting(): readonly WaitingChunk[] {
    return [...this.#entries].map(({ chunk }) => chunk);
  }

  /** Age of the oldest chunk that is not uploaded, in ms. */
  backlogMs(): number {
    const [oldest] = this.#entries;
    return oldest ? this.#ports.nowMs() - oldest.addedAtMs : 0;
  }

  drained(): Promise<QueueEnd> {
    const { promise, resolve } = createDeferred<QueueEnd>();
    this.#draining.push(resolve);
    this.#pump();
    return promise;
  }

  /** Tries once more after a refusal. */
  resume(): void {
    if (this.#end !== 'refused') return;
    this.#end = null;
    this.#retryAll();
    this.#pump();
  }

  stop(): void {
    this.#unsubscribe();
    this.#end = 'stopped';
    this.#stopping.abort();
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    const nowMs = () => this.#ports.nowMs();
    let next = this.#next();
    for (; next && next.atMs <= nowMs(); next = this.#next()) void this.#send(next.entry);
    if (next) this.#timer = setTimeout(() => this.#pump(), next.atMs - nowMs());
    const end = this.#end ?? (this.#entries.size === 0 ? 'stored' : null);
    if (end !== null) for (const resolve of this.#draining.splice(0)) resolve(end);
  }

  #next(): { readonly entry: ScheduledChunk; readonly atMs: number } | null {
    if (this.#end !== null) return null;
    const entry = nextOf([...this.#entries], this.#pace.slots(), this.#ports.nowMs());
    return entry && { entry, atMs: Math.max(entry.dueAtMs, this.#pace.openAtMs()) };
  }

  async #send(entry: ScheduledChunk): Promise<void> {
    const { signal } = this.#stopping;
    entry.isMoving = true;
    try {
      await transfer(entry.chunk, this.#ports, signal);
      this.#stored(entry);
    } catch (error) {
      if (!signal.aborted) this.#failed(entry, error);
    }
    entry.isMoving = false;
    this.#pump();
  }

  #stored(entry: ScheduledChunk): void {
    if (this.#pace.succeeded()) this.#retryAll();
    this.#entries.delete(entry);
    this.#listener.onStored(entry.chunk);
    void this.#ports.forget(entry.chunk);
  }

  #failed(entry: ScheduledChunk, error: unknown): void {
    if (isRefusal(error)) return this.#refused(error);
    if (isLost(entry, error)) {
      this.#entries.delete(entry);
      return this.#listener.onLost(entry.chunk);
    }
    this.#postpone(entry, error);
  }

  #postpone(entry: ScheduledChunk, error: unknown): void {
    const { nowMs, random, log } = this.#ports;
    if (entry.failures++ === 0) log('Error uploading chunk', error);
    entry.dueAtMs = nowMs() + retryDelayMs(entry.failures, random(), LONGEST_DELAY_MS);
    if (isPassing(error)) this.#pace.failed();
  }

  #refused(error: unknown): void {
    if (this.#end !== null) return;
    this.#end = 'refused';
    this.#listener.onRefused(error);
  }

  #retryAll(): void {
    for (const entry of this.#entries) entry.dueAtMs = 0;
    this.#pace.retryNow();
  }
}
