/** Tries again what failed in passing: later each time, not while offline, and not for ever. */
import { GIVE_UP_AFTER_MS, isPassing, retryDelayMs } from './retry.ts';

export interface PatiencePorts {
  isOnline(): boolean;
  /** Ends when the network is back. Throws when aborted. */
  untilOnline(signal: AbortSignal): Promise<void>;
  /** Throws when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  nowMs(): number;
  /** From 0 to 1. */
  random(): number;
}

export type Patience = ReturnType<typeof createPatience>;

interface PatienceLimits {
  /** It is lost once nothing but failure has come for so long. */
  readonly giveUpAfterMs?: number;
  /** Whether a failed call is worth another try. */
  readonly isWorthIt?: (error: unknown) => boolean;
}

/** The patience of one run; `signal` ends it. */
export function createPatience(
  ports: PatiencePorts,
  signal: AbortSignal,
  { giveUpAfterMs = GIVE_UP_AFTER_MS, isWorthIt = isPassing }: PatienceLimits = {},
) {
  let gotThroughAtMs = ports.nowMs();
  /** Something reached the other side: the patience begins anew. */
  const gotThrough = () => {
    gotThroughAtMs = ports.nowMs();
  };

  /** Waits before the next try. Throws `error` when there has been nothing but failure for too long. */
  const waitAfter = async (error: unknown, failures: number) => {
    if (ports.nowMs() - gotThroughAtMs > giveUpAfterMs) throw error;
    await ports.sleep(retryDelayMs(failures, ports.random()), signal);
    if (ports.isOnline()) return;
    await ports.untilOnline(signal);
    gotThrough();
  };

  /** Calls until it succeeds, or is refused. */
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        const answer = await call();
        gotThrough();
        return answer;
      } catch (error) {
        if (!isWorthIt(error)) throw error;
        await waitAfter(error, failures);
      } finally {
        // What comes after the end of the run is of no use to anybody.
        signal.throwIfAborted();
      }
    }
  };
  return { gotThrough, waitAfter, ask };
}
