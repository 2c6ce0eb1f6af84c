import { DomainError } from '../errors.ts';
import type { Authenticator } from './app.ts';

export interface TokenOptions {
  /** The `iss` claim to accept. */
  readonly issuer: string;
  /** Where the issuer's public keys are. */
  readonly keysUrl: string;
  readonly clientId: string;
}

/**
 * Verifies Cognito's access tokens in this process, by the pool's public keys (fetched once and when an unknown key
 * id appears). The `username` claim is the person's id: accounts are made under their channel's ULID, which Cognito,
 * whose usernames ignore case, may give back in lower case.
 * Source: Amazon Cognito Developer Guide, "Verifying JSON web tokens".
 */
export function tokenAuthenticator(options: TokenOptions): Authenticator {
  let verify: Authenticator | undefined;
  return async (token) => {
    verify ??= await createVerifier(options);
    return verify(token);
  };
}

/** A key set that cannot be fetched or read is our trouble; it must not log people out. */
const KEY_SET_TROUBLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** `jose` is loaded by the first request that needs it: most requests of the public site do not. */
async function createVerifier({ issuer, keysUrl, clientId }: TokenOptions): Promise<Authenticator> {
  const { createRemoteJWKSet, errors, jwtVerify } = await import('jose');
  const keys = createRemoteJWKSet(new URL(keysUrl));
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] });
      const { token_use: use, client_id: client, username } = payload;
      if (use !== 'access' || client !== clientId || typeof username !== 'string') throw refused();
      return { id: username.toUpperCase(), token };
    } catch (error) {
      if (error instanceof errors.JOSEError && !KEY_SET_TROUBLE.has(error.code)) throw refused();
      throw error;
    }
  };
}

const refused = (): DomainError =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');
