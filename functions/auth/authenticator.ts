import { REPORT_REASONS } from '../../shared/plain/words/report-words.ts';
import type { Table } from '../aws/table/table.ts';
import { DomainError, sessionEnded } from '../base/errors.ts';
import { createSigner, type Signer } from '../base/signed.ts';
import type { Authenticator, Caller } from '../http/context.ts';
import type { SuspendedUntil } from './session-list.ts';
import { findSessionState } from './sessions.repository.ts';

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
      if (suspended && !isOpenToSuspended) throw new DomainError('suspended', suspensionWords(suspended));
    }
    return caller;
  };
}

function suspensionWords({ until_ms, reason }: SuspendedUntil): string {
  const why = Object.entries(REPORT_REASONS).find(([name]) => name === reason)?.[1] ?? REPORT_REASONS.other;
  const end =
    until_ms === null
      ? 'for good'
      : `until ${new Date(until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `Your account is suspended ${end} (${why}). You can answer in your settings.`;
}
