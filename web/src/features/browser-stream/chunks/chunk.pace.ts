/** How hard a queue may try: three at once while things get through, one now and then while nothing does. */
import { PARALLEL_PUTS } from '../../../lib/api/put-to-storage.ts';
import { retryDelayMs } from '../../../lib/api/retry.ts';

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

export interface Pace {
  /** How many may be on their way at once. */
  slots(): number;
  /** None may begin before; by the clock of the ports. */
  openAtMs(): number;
  /** Answers whether nothing got through before. */
  succeeded(): boolean;
  failed(): void;
  /** There is a reason to try at once. */
  retryNow(): void;
}

export function createPace(ports: PacePorts, onNetwork: (network: Network) => void): Pace {
  let troubles = 0;
  let openAtMs = 0;
  let isWaiting = false;

  const become = (waits: boolean) => {
    if (waits !== isWaiting) onNetwork(waits ? 'waiting' : 'fine');
    isWaiting = waits;
  };
  return {
    slots: () => (isWaiting ? 1 : PARALLEL_PUTS),
    openAtMs: () => openAtMs,
    succeeded: () => {
      const hasWaited = isWaiting;
      troubles = 0;
      openAtMs = 0;
      become(false);
      return hasWaited;
    },
    failed: () => {
      troubles += 1;
      const isOnline = ports.isOnline();
      if (isOnline && troubles < TROUBLES_BEFORE_WAITING) return;
      const tries = Math.max(1, troubles - TROUBLES_BEFORE_WAITING + 1);
      const delayMs = isOnline ? retryDelayMs(tries, ports.random(), LONGEST_DELAY_MS) : OFFLINE_CHECK_MS;
      openAtMs = ports.nowMs() + delayMs;
      become(true);
    },
    retryNow: () => {
      openAtMs = 0;
    },
  };
}
