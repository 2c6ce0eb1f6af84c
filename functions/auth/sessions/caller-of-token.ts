import { HOUR_MS } from '#shared/plain/time.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { AccessRequest, Caller } from '#functions/http/context.ts';
import { logFailure } from '#functions/log/log.ts';
import { type SessionList, suspensionOf, validTokens } from '../table/session-list.ts';
import type { SessionsRepository } from '../table/sessions.repository.ts';
import { suspension } from './suspension-error.ts';
import { readToken } from '../table/access-token.ts';

/** A use is noted once in this time, because each costs a write. */
const USE_NOTED_EVERY_MS = HOUR_MS;

/**
 * Identifies a program by its access token, which each request reads. Throws `unauthenticated` for a token that is wrong,
 * has ended or was revoked; `forbidden` where the route takes none, or another scope; and `suspended`.
 */
export async function callerOfToken(
  sessions: SessionsRepository,
  token: string,
  { isWrite, isOpenToSuspended, scope }: AccessRequest,
  nowMs: number,
): Promise<Caller> {
  const given = readToken(token);
  const list = given && (await sessions.find(given.accountId));
  const record = list && validTokens(list, nowMs).find(({ hash }) => hash === given.hash);
  if (!record) throw new DomainError('unauthenticated', 'access_token_ended');
  if (scope === undefined) throw new DomainError('forbidden', 'no_access_tokens');
  if (!record.scopes.includes(scope)) throw new DomainError('forbidden', 'scope_missing', { scope });
  const suspended = suspensionOf(list, nowMs);
  if (isWrite && suspended && !isOpenToSuspended) throw suspension(suspended);
  if (nowMs - (record.used_ms ?? 0) >= USE_NOTED_EVERY_MS)
    await noteUse(sessions, given.accountId, list, record.id, nowMs);
  return { id: given.accountId, sessionId: record.id, via: record.name };
}

/** Another change at the same time wins; the next use is noted then. */
async function noteUse(
  sessions: SessionsRepository,
  accountId: string,
  list: SessionList,
  id: string,
  nowMs: number,
): Promise<void> {
  const tokens = list.tokens?.map((token) => (token.id === id ? { ...token, used_ms: nowMs } : token));
  await sessions
    .replace(accountId, list, { ...list, tokens })
    .catch((error: unknown) => logFailure('access-tokens.use', error));
}
