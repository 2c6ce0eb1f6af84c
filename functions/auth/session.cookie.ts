/**
 * The cookie that holds a session's refresh token: no script reads it, no other site sends it, and no address but the
 * accounts' own gets it.
 */
import type { Session } from '../../shared/auth.ts';
import type { Client } from '../http/client.ts';
import { SESSION_LIFE_MS } from '../sessions/session-list.ts';
import type { OpenSession } from './sessions.service.ts';

export const REFRESH_COOKIE = 'refresh';
const path = '/api/auth';

export const refreshTokenOf = (client: Client): string | undefined => client.cookie(REFRESH_COOKIE);

/** Hands a session out: its token in the answer, its refresh token in the cookie. */
export function withCookie(client: Client, { session, refreshToken }: OpenSession): Session {
  client.keepCookie(REFRESH_COOKIE, refreshToken, { path, lifeS: SESSION_LIFE_MS / 1000 });
  return session;
}

export const withoutCookie = (client: Client): void =>
  client.keepCookie(REFRESH_COOKIE, '', { path, lifeS: 0 });
