/** Somebody who is signed in, for as long as the demo runs: a token lives 15 minutes. */
import type { Session } from '#shared/people/auth.ts';

export interface Bearer {
  token: string;
  /** `refresh=…`, which gets the next token; without it the token is all there is. */
  cookie?: string | undefined;
}

/** Who an answer to a sign-up or a refresh makes its asker. */
export async function bearerOf(response: Response): Promise<Bearer & Pick<Session, 'user'>> {
  const { token, user } = (await response.json()) as Session;
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return { token, user, cookie };
}

/** Gets the next token in the place of `stale`; false where the session has ended. */
export async function renew(bearer: Bearer, stale: string, siteUrl: string): Promise<boolean> {
  if (bearer.token !== stale) return true;
  if (!bearer.cookie) return false;
  const response = await fetch(`${siteUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { cookie: bearer.cookie },
  });
  if (!response.ok) return false;
  const { token, cookie } = await bearerOf(response);
  Object.assign(bearer, { token, cookie });
  return true;
}
