/** Which chunks wait, which are on their way, and which comes next. Pure. */
import { retryDelayMs } from '../../../lib/api/patience/retry.ts';
import { PARALLEL_PUTS } from '../../../lib/api/put/put-bytes.ts';
import type { WaitingChunk } from './chunk.ts';

export interface ScheduledChunk {
  readonly chunk: WaitingChunk;
  /** When it came. */
  readonly addedAtMs: number;
  isMoving: boolean;
  /** How often it has failed. */
  failures: number;
  /** How often it failed for what it is. */
  hopelessTries: number;
  /** Not to be tried before. */
  dueAtMs: number;
}

export class ChunkSchedule {
  /** In the order in which they were recorded. */
  readonly #entries = new Set<ScheduledChunk>();

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  chunks(): readonly WaitingChunk[] {
    return [...this.#entries].map(({ chunk }) => chunk);
  }

  /** Chunks are added in the order in which they were recorded. */
  add(chunk: WaitingChunk, addedAtMs: number): void {
    this.#entries.add({ chunk, addedAtMs, isMoving: false, failures: 0, hopelessTries: 0, dueAtMs: 0 });
  }

  remove(entry: ScheduledChunk): void {
    this.#entries.delete(entry);
  }

  /** When the oldest came that waits or is on its way; `null` where there is none. */
  oldestAtMs(): number | null {
    const [oldest] = this.#entries;
    return oldest?.addedAtMs ?? null;
  }

  /** All may be tried at once. */
  makeAllDue(): void {
    for (const entry of this.#entries) entry.dueAtMs = 0;
  }

  /** The one to send next; `null` where none waits, or `slots` of them are on their way. */
  next(slots: number, nowMs: number): ScheduledChunk | null {
    const all = [...this.#entries];
    const waiting = all.filter(({ isMoving }) => !isMoving);
    if (all.length - waiting.length >= slots) return null;
    return waiting.reduce<ScheduledChunk | null>((first, entry) => earlier(first, entry, nowMs), null);
  }
}

/** The oldest of those that are due; while none is, the one that will be first. */
function earlier(first: ScheduledChunk | null, entry: ScheduledChunk, nowMs: number): ScheduledChunk {
  const isSooner = first && Math.max(nowMs, entry.dueAtMs) < Math.max(nowMs, first.dueAtMs);
  return first && !isSooner ? first : entry;
}

/** How hard a queue may try: three at once while things get through, one now and then while nothing does. */

/** Shorter than an upload's: somebody is watching. */
export const LONGEST_DELAY_MS = 4000;
/** So many failures one after the other, and it is not the chunk. */
const TROUBLES_BEFORE_WAITING = 3;
/** Some systems forget to say that the network is back. */
const OFFLINE_CHECK_MS = 15_000;

export type Network = 'fine' | 'waiting';

export interface PacePorts {
  readonly isOnline: () => boolean;
  readonly nowMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export class Pace {
  readonly #ports: PacePorts;
  readonly #onNetwork: (network: Network) => void;
  /** Failures, one after the other. */
  #troubles = 0;
  #openAtMs = 0;
  #isWaiting = false;

  constructor(ports: PacePorts, onNetwork: (network: Network) => void) {
    this.#ports = ports;
    this.#onNetwork = onNetwork;
  }

  /** How many may be on their way at once. */
  slots(): number {
    return this.#isWaiting ? 1 : PARALLEL_PUTS;
  }

  /** None may begin before; by the clock of the ports. */
  openAtMs(): number {
    return this.#openAtMs;
  }

  /** Answers whether nothing got through before. */
  succeeded(): boolean {
    const hasWaited = this.#isWaiting;
    this.#troubles = 0;
    this.#openAtMs = 0;
    this.#become(false);
    return hasWaited;
  }

  failed(): void {
    this.#troubles += 1;
    const isOnline = this.#ports.isOnline();
    if (isOnline && this.#troubles < TROUBLES_BEFORE_WAITING) return;
    this.#openAtMs = this.#ports.nowMs() + (isOnline ? this.#delayMs() : OFFLINE_CHECK_MS);
    this.#become(true);
  }

  /** There is a reason to try at once. */
  retryNow(): void {
    this.#openAtMs = 0;
  }

  #delayMs(): number {
    const tries = Math.max(1, this.#troubles - TROUBLES_BEFORE_WAITING + 1);
    return retryDelayMs(tries, this.#ports.random(), LONGEST_DELAY_MS);
  }

  #become(isWaiting: boolean): void {
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#onNetwork(isWaiting ? 'waiting' : 'fine');
  }
}
