import type { Signer } from '../base/signed.ts';

export interface SignedIn {
  /** The account's id, and its channel's. */
  readonly accountId: string;
  readonly sessionId: string;
}

/** For how long a token is accepted without reading its session. */
export const ACCESS_TOKEN_LIFE_S = 15 * 60;

export const issueAccessToken = (signer: Signer, { accountId, sessionId }: SignedIn, lifeS: number): string =>
  signer.sign('access', { sub: accountId, sid: sessionId }, lifeS);

/** `null` for a token that is foreign or expired. */
export function readAccessToken(signer: Signer, token: string): SignedIn | null {
  const claims = signer.verify('access', token);
  return claims && { accountId: String(claims['sub']), sessionId: String(claims['sid']) };
}
