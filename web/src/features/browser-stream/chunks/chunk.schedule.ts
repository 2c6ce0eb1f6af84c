/** Decides which chunk is sent next, when, and how many at once. */
import { retryDelayMs } from '../../../lib/api/patience/retry.ts';
import { PARALLEL_PUTS } from '../../../lib/api/put-bytes.ts';
import type { WaitingChunk } from './chunk.ts';

export interface ScheduledChunk {
  readonly chunk: WaitingChunk;
  readonly addedAtMs: number;
  isMoving: boolean;
  failures: number;
  /** How often its content was refused or unreadable. */
  hopelessTries: number;
  dueAtMs: number;
}

/**
 * The chunk to send next, of those in the order of recording: the oldest due one, or if none is due the one that will be
 * due first. `null` if none waits, or `slots` are being sent.
 */
export function nextOf(
  entries: readonly ScheduledChunk[],
  slots: number,
  nowMs: number,
): ScheduledChunk | null {
  const waiting = entries.filter(({ isMoving }) => !isMoving);
  if (entries.length - waiting.length >= slots) return null;
  const dueInMs = ({ dueAtMs }: ScheduledChunk) => Math.max(0, dueAtMs - nowMs);
  return waiting.toSorted((a, b) => dueInMs(a) - dueInMs(b))[0] ?? null;
}

/** Shorter than for other uploads, because viewers are waiting. */
export const LONGEST_DELAY_MS = 4000;
/** After this many failures in a row the connection is the cause, not the chunk. */
const TROUBLES_BEFORE_WAITING = 3;
/** Some systems do not report that the network is back. */
const OFFLINE_CHECK_MS = 15_000;

export type Network = 'fine' | 'waiting';

export interface PacePorts {
  readonly isOnline: () => boolean;
  readonly nowMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Limits the attempts of a queue: several at once while uploads succeed, one from time to time while all fail. */
export class Pace {
  readonly #ports: PacePorts;
  readonly #onNetwork: (network: Network) => void;
  /** Failures in a row. */
  #troubles = 0;
  #openAtMs = 0;
  #isWaiting = false;

  constructor(ports: PacePorts, onNetwork: (network: Network) => void) {
    this.#ports = ports;
    this.#onNetwork = onNetwork;
  }

  slots(): number {
    return this.#isWaiting ? 1 : PARALLEL_PUTS;
  }

  /** No attempt may start before this time, by the clock of the ports. */
  openAtMs(): number {
    return this.#openAtMs;
  }

  /** Returns whether all uploads were failing before. */
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

  /** Allows an immediate attempt. */
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
