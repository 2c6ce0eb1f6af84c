/** Waits that an abort ends: before, during and after. They throw the signal's reason then, and leave no timer or listener. */
import { createDeferred } from './async/deferred.ts';
import { endAll, listen } from './listen.ts';

/** Resolves when `begin` calls back. `begin` returns how to stop waiting. */
export async function until(begin: (finish: () => void) => () => void, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = createDeferred();
  const ends = [begin(resolve)];
  if (signal) ends.push(listen(signal, 'abort', () => reject(signal.reason)));
  await promise.finally(endAll(ends));
  signal?.throwIfAborted();
}

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  until((finish) => startTimer(finish, ms), signal);

/** As `setTimeout`, but returns how to clear it. */
export function startTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** As `work`, but throws where it takes longer. */
export async function inTime<T>(work: PromiseLike<T>, maxMs: number): Promise<T> {
  const { promise: late, reject } = createDeferred<never>();
  const end = startTimer(() => reject(new Error(`Not within ${maxMs} ms`)), maxMs);
  return Promise.race([work, late]).finally(end);
}

/** The delay before try `failures` + 1: doubles up to `longestMs`. */
export const backOffMs = (failures: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
