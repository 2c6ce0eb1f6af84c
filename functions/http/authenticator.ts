import { readAccessToken, type SignedIn } from '../sessions/access-token.ts';
import { createSigner } from '../base/signed.ts';
import { suspensionWords } from '../../shared/plain/words/suspension-words.ts';
import { DomainError, sessionEnded } from '../base/errors.ts';
import type { SessionState } from '../sessions/ports.ts';
import type { Authenticator } from './context.ts';

export interface SessionCheck {
  /** What tokens are signed with, newest first, joined by a comma. */
  readonly keys: string;
  /** Whether a session goes on, as of now, and whether its person may write. */
  readonly stateOf: (signedIn: SignedIn) => Promise<SessionState>;
}

/**
 * Knows a caller by an access token of ours. What only reads believes the token until it expires; what writes asks
 * whether its session still goes on, and its person may write.
 */
export function sessionAuthenticator({ keys, stateOf }: SessionCheck): Authenticator {
  const signer = createSigner(keys);
  return async (token, { isWrite, isOpenToSuspended }) => {
    const signedIn = readAccessToken(signer, token);
    if (!signedIn) throw sessionEnded();
    if (isWrite) {
      const { lives, suspended } = await stateOf(signedIn);
      if (!lives) throw sessionEnded();
      if (suspended && !isOpenToSuspended) throw new DomainError('suspended', suspensionWords(suspended));
    }
    return { id: signedIn.accountId, sessionId: signedIn.sessionId };
  };
}
