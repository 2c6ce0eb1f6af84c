import { isoTime } from '#shared/plain/time.ts';
import type { AccessToken, AccessTokenBody, NewAccessToken } from '#shared/people/access-tokens.ts';
import { ACCESS_TOKEN_LIFE_MAX_MS, MAX_ACCESS_TOKENS } from '#shared/limits.ts';
import { SCOPES } from '#shared/plain/scopes.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import { notify } from '../email/proofs.service.ts';
import { authorizeByPassword } from '../password.service.ts';
import type { AuthDeps } from '../ports.ts';
import { changeSessions } from './sessions.service.ts';
import { newAccessToken } from '../table/access-token.ts';
import { type AccessTokenRecord, validTokens } from '../table/session-list.ts';

/** Newest first. */
export async function listAccessTokens(
  { sessions, clock }: Pick<AuthDeps, 'sessions' | 'clock'>,
  accountId: string,
): Promise<AccessToken[]> {
  return validTokens(await sessions.find(accountId), clock())
    .toSorted((a, b) => b.created_ms - a.created_ms)
    .map(toAccessToken);
}

/**
 * Creates a token and mails the account's proven address. Throws `invalid_request` for an end that is past or more than a
 * year away, `forbidden` for a wrong password, `conflict` for one token too many, and `too_many_requests`.
 */
export async function createAccessToken(
  ports: AuthDeps,
  caller: Caller,
  { name, scopes, expires_at, password }: AccessTokenBody,
): Promise<NewAccessToken> {
  const nowMs = ports.clock();
  const expiresMs = Date.parse(expires_at);
  if (expiresMs <= nowMs || expiresMs > nowMs + ACCESS_TOKEN_LIFE_MAX_MS)
    throw new DomainError('invalid_request', 'access_token_end', { field: 'expires_at' });
  const account = await authorizeByPassword(ports, caller, password);
  const { token, record } = newAccessToken(account.id, {
    id: ports.newId(),
    name,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    created_ms: nowMs,
    expires_ms: expiresMs,
  });
  await changeSessions(ports, account.id, (list) => {
    const known = validTokens(list, nowMs);
    if (known.length >= MAX_ACCESS_TOKENS)
      throw new DomainError('conflict', 'too_many_access_tokens', { max: MAX_ACCESS_TOKENS });
    return { next: { ...list, tokens: [...known, record] }, answer: undefined };
  });
  await notify(ports, account, 'new access token');
  return { token, access_token: toAccessToken(record) };
}

/** Idempotent. */
export async function revokeAccessToken(ports: AuthDeps, accountId: string, id: string): Promise<void> {
  await changeSessions(ports, accountId, (list) => {
    const { tokens = [] } = list;
    const kept = tokens.filter((token) => token.id !== id);
    return { ...(kept.length < tokens.length && { next: { ...list, tokens: kept } }), answer: undefined };
  });
}

const toAccessToken = (record: AccessTokenRecord): AccessToken => ({
  id: record.id,
  name: record.name,
  scopes: [...record.scopes],
  created_at: isoTime(record.created_ms),
  last_used_at: record.used_ms === undefined ? null : isoTime(record.used_ms),
  expires_at: isoTime(record.expires_ms),
});
