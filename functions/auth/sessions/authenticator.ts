import { ACCESS_TOKEN_PREFIX } from '#shared/plain/scopes.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { sessionEnded } from '#functions/base/errors.ts';
import { createSigner, type Signer } from '#functions/base/signed.ts';
import type { Authenticator, Caller } from '#functions/http/context.ts';
import { findSessionState, sessionsRepository } from '../table/sessions.repository.ts';
import { suspension } from './suspension-error.ts';

export const issueSessionToken = (signer: Signer, { id, sessionId }: Caller, lifeS: number): string =>
  signer.sign('access', { sub: id, sid: sessionId }, lifeS);

/** `null` for a token that is foreign or expired. */
export function readSessionToken(signer: Signer, token: string): Caller | null {
  const claims = signer.verify('access', token);
  return claims && { id: String(claims['sub']), sessionId: String(claims['sid']) };
}

/**
 * Identifies a caller by a session's token, or by the access token of a program. Reads trust a session's token until it
 * expires; writes read the session, and fail if it has ended or the person is suspended. @param keys Signing keys, newest
 * first, joined by a comma.
 */
export function sessionAuthenticator(table: Table, keys: string): Authenticator {
  const signer = createSigner(keys);
  const sessions = sessionsRepository(table);
  return async (token, request) => {
    if (token.startsWith(ACCESS_TOKEN_PREFIX)) {
      const { callerOfToken } = await import('./caller-of-token.ts');
      return callerOfToken(sessions, token, request, Date.now());
    }
    const { isWrite, isOpenToSuspended } = request;
    const caller = readSessionToken(signer, token);
    if (!caller) throw sessionEnded();
    if (isWrite) {
      const { isActive, suspended } = await findSessionState(table, caller, Date.now());
      if (!isActive) throw sessionEnded();
      if (suspended && !isOpenToSuspended) throw suspension(suspended);
    }
    return caller;
  };
}
