import type { ReportReason } from '#shared/plain/words/report-words.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { DomainError, sessionEnded } from '#functions/base/errors.ts';
import { createSigner, type Signer } from '#functions/base/signed.ts';
import type { Authenticator, Caller } from '#functions/http/context.ts';
import type { SuspendedUntil } from '../table/session-list.ts';
import { findSessionState } from '../table/sessions.repository.ts';

export const issueAccessToken = (signer: Signer, { id, sessionId }: Caller, lifeS: number): string =>
  signer.sign('access', { sub: id, sid: sessionId }, lifeS);

/** `null` for a token that is foreign or expired. */
export function readAccessToken(signer: Signer, token: string): Caller | null {
  const claims = signer.verify('access', token);
  return claims && { id: String(claims['sub']), sessionId: String(claims['sid']) };
}

/**
 * Identifies a caller by our access token. Reads trust the token until it expires; writes read the session, and fail if
 * it has ended or the person is suspended. @param keys Signing keys, newest first, joined by a comma.
 */
export function sessionAuthenticator(table: Table, keys: string): Authenticator {
  const signer = createSigner(keys);
  return async (token, { isWrite, isOpenToSuspended }) => {
    const caller = readAccessToken(signer, token);
    if (!caller) throw sessionEnded();
    if (isWrite) {
      const { isActive, suspended } = await findSessionState(table, caller, Date.now());
      if (!isActive) throw sessionEnded();
      if (suspended && !isOpenToSuspended) throw suspension(suspended);
    }
    return caller;
  };
}

function suspension({ until_ms, reason }: SuspendedUntil): DomainError {
  // A word of a message has no hyphen.
  const rule = reason === 'self-harm' ? 'self_harm' : (reason as Exclude<ReportReason, 'self-harm'>);
  if (until_ms === null) return new DomainError('suspended', 'suspended', { rule });
  return new DomainError('suspended', 'suspended_until', { rule, until: new Date(until_ms).toISOString() });
}
