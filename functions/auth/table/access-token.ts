/** Makes, reads and finds access tokens. Pure; times in ms since 1970. */
import { createHash, randomBytes } from 'node:crypto';
import { ACCESS_TOKEN_PREFIX, type Scope } from '#shared/plain/scopes.ts';

/** Kept with the account's sessions, so that whatever ends all of those ends access tokens too. */
export interface AccessTokenRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret. */
  readonly hash: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  /** Within `USE_NOTED_EVERY_MS`; missing before the first use. */
  readonly used_ms?: number;
}

/** The prefix, the ULID of the account, and a secret in base64url. */
const TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}([0-9A-Z]{26})_([\\w-]{43})$`);

/** Only its holder gets the token. */
export function newAccessToken(
  accountId: string,
  details: Pick<AccessTokenRecord, 'id' | 'name' | 'scopes' | 'created_ms' | 'expires_ms'>,
): { readonly token: string; readonly record: AccessTokenRecord } {
  const secret = randomBytes(32).toString('base64url');
  const token = `${ACCESS_TOKEN_PREFIX}${accountId}_${secret}`;
  return { token, record: { ...details, hash: hashed(secret) } };
}

/** The account that a token names, and the hash of its secret; `null` for any other text. */
export function readToken(token: string): { readonly accountId: string; readonly hash: string } | null {
  const [, accountId, secret] = TOKEN.exec(token) ?? [];
  return accountId === undefined || secret === undefined ? null : { accountId, hash: hashed(secret) };
}

export const validTokens = (
  { tokens = [] }: { readonly tokens?: readonly AccessTokenRecord[] | undefined },
  nowMs: number,
): readonly AccessTokenRecord[] => tokens.filter(({ expires_ms }) => expires_ms > nowMs);

const hashed = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
