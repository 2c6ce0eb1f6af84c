/** How hard a queue may try: three at once while things get through, one now and then while nothing does. */
import { PARALLEL_PUTS } from '../../../lib/api/put/put-bytes.ts';
import { retryDelayMs } from '../../../lib/api/patience/retry.ts';

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
