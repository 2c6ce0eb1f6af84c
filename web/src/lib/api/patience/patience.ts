/** Retries temporary failures with growing delays, seldom while offline, up to a limit. */
import { endAll, listen } from '../../listen.ts';
import { sleep, startTimer, until } from '../../wait.ts';
import { GIVE_UP_AFTER_MS, isPassing, retryDelayMs } from './retry.ts';

export interface PatiencePorts {
  isOnline(): boolean;
  /** Resolves when online, or after a while, because some systems do not report it. Throws on abort. */
  untilOnline(signal: AbortSignal): Promise<void>;
  /** Throws on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  nowMs(): number;
  /** From 0 to 1. */
  random(): number;
}

export type Patience = ReturnType<typeof createPatience>;

interface PatienceLimits {
  readonly giveUpAfterMs?: number;
  readonly isWorthIt?: (error: unknown) => boolean;
}

/** Retries during one run, until `signal` aborts. */
export function createPatience(
  ports: PatiencePorts,
  signal: AbortSignal,
  { giveUpAfterMs = GIVE_UP_AFTER_MS, isWorthIt = isPassing }: PatienceLimits = {},
) {
  let gotThroughAtMs = ports.nowMs();
  const gotThrough = () => {
    gotThroughAtMs = ports.nowMs();
  };

  /** Waits before a retry. Throws `error` after the limit. */
  const waitAfter = async (error: unknown, failures: number) => {
    if (ports.nowMs() - gotThroughAtMs > giveUpAfterMs) throw error;
    await ports.sleep(retryDelayMs(failures, ports.random()), signal);
    if (ports.isOnline()) return;
    await ports.untilOnline(signal);
    gotThrough();
  };

  /** Retries until success or refusal. */
  const retry = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        const answer = await call();
        gotThrough();
        return answer;
      } catch (error) {
        if (!isWorthIt(error)) throw error;
        await waitAfter(error, failures);
      } finally {
        // Results after the end of the run are ignored.
        signal.throwIfAborted();
      }
    }
  };
  return { gotThrough, waitAfter, retry };
}

const OFFLINE_MAX_MS = 30_000;

export const browserPatience: PatiencePorts = {
  isOnline: () => navigator.onLine,
  untilOnline: (signal) =>
    until((done) => endAll([listen(window, 'online', done), startTimer(done, OFFLINE_MAX_MS)]), signal),
  sleep,
  nowMs: () => performance.now(),
  random: Math.random,
};
