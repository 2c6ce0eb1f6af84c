import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 500;

export interface Patience {
  readonly withinS: number;
  /** @default half a second */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks again and again until there is an answer that is neither false nor nothing, and returns that. Throws what was waited
 * for, in words, with the last failure as its cause, when it does not come within so many seconds; asks once at least.
 */
export async function until<T>(
  what: string,
  { withinS, everyMs = ASK_EVERY_MS, signal }: Patience,
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
