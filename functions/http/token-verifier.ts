import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { DomainError } from '../errors.ts';
import type { Authenticator } from './app.ts';
import { fetchKeySet } from './key-set.ts';
import type { TokenOptions } from './token.ts';

/** A key set that cannot be fetched or read is our trouble; it must not log people out. */
const KEY_SET_TROUBLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/**
 * Verifies tokens by the keys at `keysUrl`, which are fetched by the first of them and when an unknown key id appears.
 * Source: Amazon Cognito Developer Guide, "Verifying JSON web tokens".
 */
export function createVerifier({ issuer, keysUrl, clientId }: TokenOptions): Authenticator {
  const keys = createRemoteJWKSet(new URL(keysUrl), { [customFetch]: fetchKeySet });
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
