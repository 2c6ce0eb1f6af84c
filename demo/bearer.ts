/** A signed-in user for the duration of the demo; a token is valid for 15 minutes. */
import type { Session } from '#shared/people/auth.ts';

export interface Bearer {
  token: string;
  /** The cookie `refresh=…`, which gets the next token; without it the token cannot be renewed. */
  cookie?: string | undefined;
}

/** Returns the signed-in user from the response to a sign-up or a refresh. */
export async function sessionFrom(response: Response): Promise<Bearer & Pick<Session, 'user'>> {
  const { token, user } = (await response.json()) as Session;
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return { token, user, cookie };
}

/** Replaces the token `stale` with a new one. Returns false if the session has ended. */
export async function renew(bearer: Bearer, stale: string, siteUrl: string): Promise<boolean> {
  if (bearer.token !== stale) return true;
  if (!bearer.cookie) return false;
  const response = await fetch(`${siteUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { cookie: bearer.cookie },
  });
  if (!response.ok) return false;
  const { token, cookie } = await sessionFrom(response);
  Object.assign(bearer, { token, cookie });
  return true;
}
