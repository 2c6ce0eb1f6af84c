import type { Signer } from '../base/signed.ts';

/** Who is signed in, and where. */
export interface SignedIn {
  /** The account's id, and its channel's. */
  readonly accountId: string;
  readonly sessionId: string;
}

/** How long a token is believed without a look at its session. */
export const ACCESS_TOKEN_LIFE_S = 15 * 60;

/** The token that a signed-in client sends along. */
export const issueAccessToken = (signer: Signer, { accountId, sessionId }: SignedIn, lifeS: number): string =>
  signer.sign('access', { sub: accountId, sid: sessionId }, lifeS);

/** Whose token this is; `null` where it is none of ours, or too old. */
export function readAccessToken(signer: Signer, token: string): SignedIn | null {
  const claims = signer.verify('access', token);
  return claims && { accountId: String(claims['sub']), sessionId: String(claims['sid']) };
}
