import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

/** The pool's key for tokens (RS256). */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** What the key set document shows. */
  readonly publicJwk: JWK;
}

/** A new key in the form in which it is kept. */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(32).toString('base64'),
    alg: 'RS256',
    use: 'sig',
  };
}

export async function openSigningKey(jwk: JWK): Promise<SigningKey> {
  const { kty, kid, alg, use, n, e } = jwk;
  const publicJwk = { alg, e, kid, kty, n, use } as JWK;
  const privateKey = (await importJWK(jwk, 'RS256')) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, 'RS256')) as CryptoKey;
  return { kid: kid!, privateKey, publicKey, publicJwk };
}
