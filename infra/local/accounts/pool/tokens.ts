import { randomBytes } from 'node:crypto';

/** The app client's setting for access and ID tokens. */
const TOKEN_LIFE_S = 5 * 60;

/** AuthenticationResultType of the API reference. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken: string;
}

/** The answer to a right password. The tokens are random text, because they are not used. */
export const newTokens = (): AuthenticationResult => ({
  AccessToken: anyText(),
  IdToken: anyText(),
  RefreshToken: anyText(),
  ExpiresIn: TOKEN_LIFE_S,
  TokenType: 'Bearer',
});

const anyText = (): string => randomBytes(48).toString('base64url');
