import { TOTP } from 'otpauth';
import { vi } from 'vitest';
import { expectSuccess } from './contract-checks.ts';
import type { ApiAnswer, LocalApi, TestUser } from './local-api.ts';

export const PERIOD_MS = 30_000;

/** What an authenticator app shows now; the tests' clock stands unless they move it. */
export const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp });

/** What it shows next, to which the clock is moved: a code works once. */
export function nextCodeOf(secret: string): string {
  pass(PERIOD_MS);
  return codeOf(secret);
}

export const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** Six digits that no app shows about now. */
export function wrongCodeOf(secret: string, n = 0): string {
  const about = [-PERIOD_MS, 0, PERIOD_MS].map((ms) => codeOf(secret, Date.now() + ms));
  const wrong = Array.from({ length: n + 4 }, (_, digits) => String(digits).padStart(6, '0'));
  return wrong.filter((code) => !about.includes(code))[n]!;
}

export interface TwoFactorUser extends TestUser {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody new, with a second factor. */
export async function withSecondFactor(site: LocalApi): Promise<TwoFactorUser> {
  const user = await site.aUser();
  const { secret } = await beginTwoFactor(site, user);
  const body = { code: nextCodeOf(secret) };
  const answer = await site.api('POST', '/auth/two-factor/confirm', { token: user.token, body });
  const { recovery_codes } = expectSuccess('POST /auth/two-factor/confirm', answer);
  return { ...user, secret, recoveryCodes: recovery_codes };
}

export async function beginTwoFactor(site: LocalApi, { token, password }: TestUser) {
  const answer = await site.api('POST', '/auth/two-factor', { token, body: { password } });
  return expectSuccess('POST /auth/two-factor', answer);
}

export const logInWith = (
  site: LocalApi,
  { username, password }: Pick<TestUser, 'username' | 'password'>,
  code?: string,
): Promise<ApiAnswer> =>
  site.api('POST', '/auth/login', { body: { username, password, ...(code !== undefined && { code }) } });
