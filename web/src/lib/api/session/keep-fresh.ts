/** Refreshes tokens early, for requests that must not fail such as live segments. */
import { claimsOf } from './claims.ts';
import { nextToken } from './refresh.ts';
import { readToken } from './session.ts';

/** The refresh lead before expiry. */
const AHEAD_MS = 60_000;
const CHECK_EVERY_MS = 10_000;

/** Refreshes the stored token, with retries, until stopped. */
export function keepFresh(): () => void {
  const check = () => {
    const token = readToken();
    const { iat = 0, exp = Infinity } = claimsOf(token);
    // At most a third of a short token's life.
    const aheadMs = Math.min(AHEAD_MS, ((exp - iat) * 1000) / 3);
    if (token && exp * 1000 - aheadMs < Date.now()) void nextToken(token).catch(() => null);
  };
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
