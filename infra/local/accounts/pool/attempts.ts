import { HOUR_MS } from '#shared/plain/time.ts';
import type { Attempts, Pool } from './pool.ts';
import { limitExceeded, notAuthorized } from './refusals.ts';

const FAILURES_BEFORE_LOCK = 5;
const FIRST_LOCK_MS = 1000;
const MAX_LOCK_MS = 15 * 60_000;
const IDLE_RESET_MS = 15 * 60_000;

/** Cognito allows 5 to 20 an hour, depending on the caller's risk. This is the strictest limit. */
const REQUESTS_AN_HOUR = 5;

/** Requests with an hourly limit. */
export type Limited = 'forgot-password' | 'confirm-forgot-password';

/**
 * Refuses a sign-in while the user is locked out. The lock-out follows Cognito's developer guide ("Lockout behavior for
 * failed sign-in attempts"): the n-th failure locks for 2^(n-5) s, at most 15 minutes; refused attempts do not count; a
 * correct password or 15 minutes without an attempt reset it. Unknown names are locked out too, so that it does not
 * reveal which names exist.
 */
export function refuseWhileLocked(pool: Pool, username: string): void {
  const failures = current(pool, signInKey(username));
  if ((failures?.lockedUntilMs ?? 0) > pool.now()) throw notAuthorized('Password attempts exceeded');
}

export function countFailedSignIn(pool: Pool, username: string): void {
  const key = signInKey(username);
  const count = (current(pool, key)?.count ?? 0) + 1;
  const lockMs = Math.min(FIRST_LOCK_MS * 2 ** (count - FAILURES_BEFORE_LOCK), MAX_LOCK_MS);
  const lockedUntilMs = pool.now() + (count < FAILURES_BEFORE_LOCK ? 0 : lockMs);
  // The idle time starts when the lock-out ends. Otherwise the longest lock-out would reset itself.
  pool.attempts.put(key, { key, count, lockedUntilMs, forgetMs: lockedUntilMs + IDLE_RESET_MS });
}

export function clearFailedSignIns(pool: Pool, username: string): void {
  pool.attempts.delete(signInKey(username));
}

/** Counts a request. Throws LimitExceededException above the hourly limit. */
export function countRequest(pool: Pool, kind: Limited, username: string): void {
  const key = `${kind}:${username}`;
  const { count, forgetMs } = current(pool, key) ?? { count: 0, forgetMs: pool.now() + HOUR_MS };
  if (count >= REQUESTS_AN_HOUR) throw limitExceeded();
  pool.attempts.put(key, { key, count: count + 1, forgetMs });
}

export function clearRequests(pool: Pool, kind: Limited, username: string): void {
  pool.attempts.delete(`${kind}:${username}`);
}

function signInKey(username: string): string {
  return `sign-in:${username}`;
}

function current(pool: Pool, key: string): Attempts | undefined {
  const attempts = pool.attempts.get(key);
  return attempts && attempts.forgetMs > pool.now() ? attempts : undefined;
}
