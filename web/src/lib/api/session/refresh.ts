/** The next token of a session. In a chunk of its own: most pages are gone before theirs is too old. */
import type { Session } from '../../../../../shared/people/auth.ts';
import { ApiFailure, failureOf } from '../api-failure.ts';
import { readToken, signIn } from './session.ts';

/** A question that is not answered is as good as lost; other tabs wait for it. */
const ANSWER_MAX_MS = 20_000;

let asking: Promise<string | null> | null = null;

/**
 * The token that takes the place of `stale`; `null` where the session has ended. All calls, of all tabs, ask once. Throws
 * `ApiFailure` where that cannot be known now.
 */
export function nextToken(stale: string): Promise<string | null> {
  asking ??= oneTabAtOnce(() => refresh(stale)).finally(() => {
    asking = null;
  });
  return asking;
}

/** Over plain http a page has no locks; the API bears with two tabs that ask at once. */
const oneTabAtOnce = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('session', act) : act();

async function refresh(stale: string): Promise<string | null> {
  if (readToken() !== stale) return readToken();
  const signal = AbortSignal.timeout(ANSWER_MAX_MS);
  const response = await fetch('/api/auth/refresh', { method: 'POST', cache: 'no-store', signal }).catch(
    (cause: unknown) => {
      throw new ApiFailure({ status: 0, code: 'network', cause });
    },
  );
  if (response.status === 401) return null;
  if (!response.ok) throw await failureOf(response);
  const session = (await response.json()) as Session;
  // Who has logged out meanwhile stays out.
  if (readToken() === stale) signIn(session);
  return readToken();
}
