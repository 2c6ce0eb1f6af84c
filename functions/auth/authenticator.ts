import { REPORT_REASONS } from '../../shared/plain/words/report-words.ts';
import type { Table } from '../aws/table/table.ts';
import { DomainError, sessionEnded } from '../base/errors.ts';
import { createSigner } from '../base/signed.ts';
import type { Authenticator } from '../http/context.ts';
import { readAccessToken } from './access-token.ts';
import { findSessionState } from './sessions.repository.ts';

/**
 * Identifies a caller by our access token. Reads trust the token until it expires; writes read the session, and fail if
 * it has ended or the person is suspended. @param keys Signing keys, newest first, joined by a comma.
 */
export function sessionAuthenticator(table: Table, keys: string): Authenticator {
  const signer = createSigner(keys);
  return async (token, { isWrite, isOpenToSuspended }) => {
    const signedIn = readAccessToken(signer, token);
    if (!signedIn) throw sessionEnded();
    if (isWrite) {
      const { isActive, suspended } = await findSessionState(table, signedIn, Date.now());
      if (!isActive) throw sessionEnded();
      if (suspended && !isOpenToSuspended) throw new DomainError('suspended', suspensionWords(suspended));
    }
    return { id: signedIn.accountId, sessionId: signedIn.sessionId };
  };
}

function suspensionWords({
  until_ms,
  reason,
}: {
  readonly until_ms: number | null;
  readonly reason: string;
}): string {
  const why = Object.entries(REPORT_REASONS).find(([name]) => name === reason)?.[1] ?? REPORT_REASONS.other;
  const end =
    until_ms === null
      ? 'for good'
      : `until ${new Date(until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `Your account is suspended ${end} (${why}). You can answer in your settings.`;
}
