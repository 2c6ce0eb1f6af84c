/** Makes and reads access tokens. Pure. */
import { ACCESS_TOKEN_PREFIX } from '#shared/plain/scopes.ts';
import { type AccessTokenRecord, hashed, newSecret } from './session-list.ts';

/** The prefix, the ULID of the account, and a secret in base64url. */
const TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}([0-9A-Z]{26})_([\\w-]{43})$`);

/** Only its holder gets the token. */
export function newAccessToken(
  accountId: string,
  details: Pick<AccessTokenRecord, 'id' | 'name' | 'scopes' | 'created_ms' | 'expires_ms'>,
): { readonly token: string; readonly record: AccessTokenRecord } {
  const secret = newSecret();
  const token = `${ACCESS_TOKEN_PREFIX}${accountId}_${secret}`;
  return { token, record: { ...details, hash: hashed(secret) } };
}

/** The account that a token names, and the hash of its secret; `null` for any other text. */
export function readToken(token: string): { readonly accountId: string; readonly hash: string } | null {
  const [, accountId, secret] = TOKEN.exec(token) ?? [];
  return accountId === undefined || secret === undefined ? null : { accountId, hash: hashed(secret) };
}
