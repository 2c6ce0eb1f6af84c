/** Refreshes tokens. A separate chunk, because few visits outlast a token. */
import type { Session } from '#shared/people/auth.ts';
import { inTurn } from '../../tab-lock.ts';
import { ApiFailure, failureOf } from '../api-failure.ts';
import { timedFetch } from '../timed-fetch.ts';
import { readToken, signIn } from './session.ts';

let refreshing: Promise<string | null> | null = null;

/**
 * Replaces the `stale` token; `null` if the session ended. All tabs share one request. Throws `ApiFailure` if
 * unknown.
 */
export function nextToken(stale: string): Promise<string | null> {
  // The API accepts parallel refreshes, where there are no locks.
  refreshing ??= inTurn('session', () => refresh(stale)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(stale: string): Promise<string | null> {
  if (readToken() !== stale) return readToken();
  // Limited, because other tabs wait for the response.
  const response = await timedFetch('/api/auth/refresh', { method: 'POST', cache: 'no-store' }).catch(
    (cause: unknown) => {
      throw new ApiFailure({ status: 0, code: 'network', cause });
    },
  );
  if (response.status === 401) return null;
  if (!response.ok) throw await failureOf(response);
  const session = (await response.json()) as Session;
  // Ignores the result after a log-out.
  if (readToken() === stale) signIn(session);
  return readToken();
}
