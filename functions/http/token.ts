import type { Authenticator } from './context.ts';
import type { TokenOptions } from './token-verifier.ts';

/**
 * Verifies Cognito's access tokens in this process, by the pool's public keys. The `username` claim is the person's
 * id: accounts are made under their channel's ULID, which Cognito, whose usernames ignore case, may give back in
 * lower case. The verifier is loaded by the first request that needs it: most requests of the public site do not.
 */
export function tokenAuthenticator(options: TokenOptions): Authenticator {
  let verify: Authenticator | undefined;
  return async (token) => {
    verify ??= (await import('./token-verifier.ts')).createVerifier(options);
    return verify(token);
  };
}
