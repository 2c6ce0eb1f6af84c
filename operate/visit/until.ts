import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 500;

export interface WaitOptions {
  readonly withinS: number;
  /** @default half a second */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Polls until there is a result that is neither false nor undefined, and returns it. Throws an error with what was
 * expected, and the last failure as its cause, after so many seconds. Polls at least once.
 */
export async function until<T>(
  what: string,
  { withinS, everyMs = ASK_EVERY_MS, signal }: WaitOptions,
  ask: () => Promise<T | false | null | undefined>,
): Promise<T> {
  const end = performance.now() + withinS * 1000;
  for (;;) {
    let failure: unknown;
    const answer = await ask().catch((error: unknown) => {
      failure = error;
      return null;
    });
    if (answer) return answer;
    signal?.throwIfAborted();
    if (performance.now() > end)
      throw new Error(`Not within ${withinS} s: ${what}${because(failure)}`, { cause: failure });
    await sleep(everyMs, undefined, { ...(signal && { signal }) });
  }
}

const because = (failure: unknown): string =>
  failure instanceof Error ? ` (${failure.message.trim()})` : '';
