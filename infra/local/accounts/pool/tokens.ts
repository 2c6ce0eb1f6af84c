import { randomBytes } from 'node:crypto';

/** Lifetime of access and ID tokens, a setting of the app client. */
const TOKEN_LIFE_S = 5 * 60;

/** AuthenticationResultType of the API reference. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken: string;
}

/** Returns the tokens for a correct password. They are random text, because nothing uses them. */
export const newTokens = (): AuthenticationResult => ({
  AccessToken: anyText(),
  IdToken: anyText(),
  RefreshToken: anyText(),
  ExpiresIn: TOKEN_LIFE_S,
  TokenType: 'Bearer',
});

const anyText = (): string => randomBytes(48).toString('base64url');
