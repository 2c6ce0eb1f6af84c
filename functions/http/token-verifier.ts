import { JwksValidationError, JwkValidationError, JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier';
import { arrayBuffer } from 'node:stream/consumers';
import { ask } from '../aws/node-request.ts';
import { DomainError } from '../errors.ts';
import type { Authenticator } from './context.ts';

export interface TokenOptions {
  /** The `iss` claim to accept. */
  readonly issuer: string;
  /** Where the issuer's public keys are. */
  readonly keysUrl: string;
  readonly clientId: string;
}

/**
 * Verifies tokens by the keys at `keysUrl`, which are fetched by the first of them and when an unknown key id appears.
 * Source: Amazon Cognito Developer Guide, "Verifying JSON web tokens".
 */
export function createVerifier({ issuer, keysUrl, clientId }: TokenOptions): Authenticator {
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeySet } });
  // Access tokens of Cognito name a client, and no audience.
  const verifier = JwtVerifier.create({ issuer, jwksUri: keysUrl, audience: null }, { jwksCache });
  return async (token) => {
    try {
      const { token_use: use, client_id: client, username } = await verifier.verify(token);
      if (use !== 'access' || client !== clientId || typeof username !== 'string') throw refused();
      return { id: username.toUpperCase(), token };
    } catch (error) {
      if (error instanceof JwtBaseError && !isKeySetTrouble(error)) throw refused();
      throw error;
    }
  };
}

/** A key set that cannot be read is our trouble, as is one that cannot be fetched; it must not log people out. */
const isKeySetTrouble = (error: Error): boolean =>
  error instanceof JwksValidationError || error instanceof JwkValidationError;

const refused = (): DomainError =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

const KEYS_TIMEOUT_MS = 5000;

async function fetchKeySet(url: string): Promise<ArrayBuffer> {
  const response = await ask(new URL(url), { timeoutMs: KEYS_TIMEOUT_MS });
  const body = await arrayBuffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}, and no keys`);
  return body;
}
