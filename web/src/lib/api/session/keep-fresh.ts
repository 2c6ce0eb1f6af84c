/** Refreshes tokens early, for requests that must not fail such as live segments. */
import { nextToken } from './refresh.ts';
import { readToken } from './session.ts';

/** The refresh lead before expiry. */
const AHEAD_MS = 60_000;
const CHECK_EVERY_MS = 10_000;

/** Refreshes the stored token, with retries, until stopped. */
export function keepFresh(): () => void {
  const check = () => {
    const token = readToken();
    const { iat, exp } = timesOf(token);
    // At most a third of a short token's life.
    const aheadMs = Math.min(AHEAD_MS, ((exp - iat) * 1000) / 3);
    if (token && exp * 1000 - aheadMs < Date.now()) void nextToken(token).catch(() => null);
  };
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Issue and expiry times in s (RFC 7519 §4.1); infinite if absent. */
function timesOf(token: string | null): { readonly iat: number; readonly exp: number } {
  try {
    const { iat, exp } = JSON.parse(atob(token?.split('.')[1] ?? '')) as { iat: number; exp: number };
    return { iat, exp };
  } catch {
    return { iat: 0, exp: Infinity };
  }
}
