import { readAccessToken, type SignedIn } from '../sessions/access-token.ts';
import { createSigner } from '../base/signed.ts';
import { sessionEnded } from '../base/errors.ts';
import type { Authenticator } from './context.ts';

export interface SessionCheck {
  /** What tokens are signed with, newest first, joined by a comma. */
  readonly keys: string;
  /** Whether a session goes on, as of now. */
  readonly lives: (signedIn: SignedIn) => Promise<boolean>;
}

/**
 * Knows a caller by an access token of ours. What only reads believes the token until it expires; what writes asks
 * whether its session still goes on.
 */
export function sessionAuthenticator({ keys, lives }: SessionCheck): Authenticator {
  const signer = createSigner(keys);
  return async (token, { isWrite }) => {
    const signedIn = readAccessToken(signer, token);
    if (!signedIn || (isWrite && !(await lives(signedIn)))) throw sessionEnded();
    return { id: signedIn.accountId, sessionId: signedIn.sessionId };
  };
}
