/**
 * Uploads pieces: three at once, the oldest first, with retries. A failing piece does not block the others; when all
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
  type ScheduledPiece,
} from './piece-schedule.ts';
import { isLost, isRefusal, transfer, type TransferPorts } from './piece-transfer.ts';
import type { PieceId, WaitingPiece } from './piece.ts';

export interface PieceQueuePorts extends PacePorts, TransferPorts {
  /** Called after a piece is uploaded. */
  readonly forget: (piece: PieceId) => Promise<void>;
  readonly onOnline: (listener: () => void) => () => void;
  readonly log: (message: string, error: unknown) => void;
}

export interface PieceQueueListener {
  readonly onStored: (piece: WaitingPiece) => void;
  /** It can no longer be read, or its content is refused. */
  readonly onLost: (piece: WaitingPiece) => void;
  readonly onNetwork: (network: Network) => void;
  /** The API accepts no more pieces of this broadcast; the queue pauses until `resume`. */
  readonly onRefused: (error: unknown) => void;
}

/** `refused`: by the API. `stopped`: by `stop()`. */
export type QueueEnd = 'stored' | 'refused' | 'stopped';

export class PieceQueue {
  readonly #ports: PieceQueuePorts;
  readonly #listener: PieceQueueListener;
  /** In the order of recording. */
  readonly #entries = new Set<ScheduledPiece>();
  readonly #pace: ReturnType<typeof createPace>;
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #draining: ((end: QueueEnd) => void)[] = [];
  #end: QueueEnd | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: PieceQueuePorts, listener: PieceQueueListener) {
    this.#ports = ports;
    this.#listener = listener;
    this.#pace = createPace(ports, listener.onNetwork);
    this.#unsubscribe = ports.onOnline(() => {
      this.#retryAll();
      this.#pump();
    });
  }

  /** Adds pieces in the order of recording. */
  add(pieces: readonly WaitingPiece[]): void {
    const addedAtMs = this.#ports.nowMs();
    for (const piece of pieces) {
      this.#entries.add({ piece, addedAtMs, isMoving: false, failures: 0, hopelessTries: 0, dueAtMs: 0 });
    }
    this.#pump();
  }

  waiting(): readonly WaitingPiece[] {
    return [...this.#entries].map(({ piece }) => piece);
  }

  /** Age of the oldest piece that is not uploaded, in ms. */
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

  #next(): { readonly entry: ScheduledPiece; readonly atMs: number } | null {
    if (this.#end !== null) return null;
    const entry = nextOf([...this.#entries], this.#pace.slots(), this.#ports.nowMs());
    return entry && { entry, atMs: Math.max(entry.dueAtMs, this.#pace.openAtMs()) };
  }

  async #send(entry: ScheduledPiece): Promise<void> {
    const { signal } = this.#stopping;
    entry.isMoving = true;
    try {
      await transfer(entry.piece, this.#ports, signal);
      this.#stored(entry);
    } catch (error) {
      if (!signal.aborted) this.#failed(entry, error);
    }
    entry.isMoving = false;
    this.#pump();
  }

  #stored(entry: ScheduledPiece): void {
    if (this.#pace.succeeded()) this.#retryAll();
    this.#entries.delete(entry);
    this.#listener.onStored(entry.piece);
    void this.#ports.forget(entry.piece);
  }

  #failed(entry: ScheduledPiece, error: unknown): void {
    if (isRefusal(error)) return this.#refused(error);
    if (isLost(entry, error)) {
      this.#entries.delete(entry);
      return this.#listener.onLost(entry.piece);
    }
    this.#postpone(entry, error);
  }

  #postpone(entry: ScheduledPiece, error: unknown): void {
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
