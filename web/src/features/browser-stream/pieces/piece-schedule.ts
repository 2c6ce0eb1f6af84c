/** Decides which piece is sent next, when, and how many at once. */
import { retryDelayMs } from '#web/lib/api/patience/retry.ts';
import { PARALLEL_PUTS } from '#web/lib/api/put-bytes.ts';
import type { WaitingPiece } from './piece.ts';

export interface ScheduledPiece {
  readonly piece: WaitingPiece;
  readonly addedAtMs: number;
  isMoving: boolean;
  failures: number;
  /** How often its content was refused or unreadable. */
  hopelessTries: number;
  dueAtMs: number;
}

/**
 * The piece to send next, of those in the order of recording: the oldest due one, or if none is due the one that will be
 * due first. `null` if none waits, or `slots` are being sent.
 */
export function nextOf(
  entries: readonly ScheduledPiece[],
  slots: number,
  nowMs: number,
): ScheduledPiece | null {
  const waiting = entries.filter(({ isMoving }) => !isMoving);
  if (entries.length - waiting.length >= slots) return null;
  const dueInMs = ({ dueAtMs }: ScheduledPiece) => Math.max(0, dueAtMs - nowMs);
  return waiting.toSorted((a, b) => dueInMs(a) - dueInMs(b))[0] ?? null;
}

/** Shorter than for other uploads, because viewers are waiting. */
export const LONGEST_DELAY_MS = 4000;
/** After this many failures in a row the connection is the cause, not the piece. */
const FAILURES_BEFORE_WAITING = 3;
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
export function createPace(ports: PacePorts, onNetwork: (network: Network) => void) {
  let failuresInARow = 0;
  let openAtMs = 0;
  let isWaiting = false;

  const setWaiting = (next: boolean) => {
    if (next === isWaiting) return;
    isWaiting = next;
    onNetwork(next ? 'waiting' : 'fine');
  };
  const delayMs = () => {
    const tries = Math.max(1, failuresInARow - FAILURES_BEFORE_WAITING + 1);
    return retryDelayMs(tries, ports.random(), LONGEST_DELAY_MS);
  };
  return {
    slots: (): number => (isWaiting ? 1 : PARALLEL_PUTS),
    /** No attempt may start before this time, by the clock of the ports. */
    openAtMs: (): number => openAtMs,
    /** Returns whether all uploads were failing before. */
    succeeded: (): boolean => {
      const hasWaited = isWaiting;
      [failuresInARow, openAtMs] = [0, 0];
      setWaiting(false);
      return hasWaited;
    },
    failed: (): void => {
      failuresInARow += 1;
      const isOnline = ports.isOnline();
      if (isOnline && failuresInARow < FAILURES_BEFORE_WAITING) return;
      openAtMs = ports.nowMs() + (isOnline ? delayMs() : OFFLINE_CHECK_MS);
      setWaiting(true);
    },
    /** Allows an immediate attempt. */
    retryNow: (): void => {
      openAtMs = 0;
    },
  };
}
