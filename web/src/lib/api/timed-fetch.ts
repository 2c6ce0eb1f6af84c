import { anySignal } from '../async/any-signal.ts';

/** As long as the API may take. After a sleep, a browser may never answer a request that was under way. */
export const ANSWER_MAX_MS = 20_000;

/** As `fetch`, but aborts a request whose answer is not whole in time, with a `TimeoutError`. */
export function timedFetch(
  url: string,
  { signal, ...init }: RequestInit = {},
  maxMs = ANSWER_MAX_MS,
): Promise<Response> {
  const late = AbortSignal.timeout(maxMs);
  return fetch(url, { ...init, signal: signal ? anySignal([signal, late]) : late });
}
