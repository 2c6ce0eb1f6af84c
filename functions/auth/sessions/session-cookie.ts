/**
 * Cookies of the account routes: a session's refresh token, and the mark of a known device. No script can read them,
 * and no other site sends them.
 */
import { DAY_S } from '#shared/plain/time.ts';
import type { Session } from '#shared/people/auth.ts';
import type { Client } from '#functions/http/client.ts';
import { deviceNameOf } from '#functions/http/device.ts';
import { SESSION_LIFE_MS } from '../table/session-list.ts';
import type { Device, OpenSession } from './sessions.service.ts';

const REFRESH = 'refresh';
const DEVICE = 'device';
export const AUTH_COOKIES = [REFRESH, DEVICE] as const;

/** Browsers send the cookies only below this path, and the CDN forwards them nowhere else. */
export const AUTH_PATH = '/api/auth';
/** Renewed by each log-in. */
const DEVICE_LIFE_S = 365 * DAY_S;

export const refreshTokenOf = (client: Client): string | undefined => client.cookie(REFRESH);

export const deviceOf = (client: Client): Device => ({
  words: deviceNameOf(client.agent),
  mark: client.cookie(DEVICE),
  refreshToken: refreshTokenOf(client),
});

/** Returns the session token in the body, and the rest in cookies. */
export function withCookies(client: Client, { session, refreshToken, mark }: OpenSession): Session {
  client.keepCookie(REFRESH, refreshToken, { path: AUTH_PATH, lifeS: SESSION_LIFE_MS / 1000 });
  if (mark !== undefined) keepMark(client, mark);
  return session;
}

export const keepMark = (client: Client, mark: string): void =>
  client.keepCookie(DEVICE, mark, { path: AUTH_PATH, lifeS: DEVICE_LIFE_S });

/** Keeps the device's mark. */
export const withoutSession = (client: Client): void =>
  client.keepCookie(REFRESH, '', { path: AUTH_PATH, lifeS: 0 });
