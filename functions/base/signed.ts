import { isSameMac, keysIn, macOf } from './mac.ts';
import { seconds } from './seconds.ts';

/** What a token is good for; one that was signed for something else is refused (RFC 8725 §3.11). */
export type TokenUse = 'access';

export type Claims = Readonly<Record<string, unknown>>;

export interface Signer {
  /** A token with these claims that is good for so many seconds. */
  sign(use: TokenUse, claims: Claims, lifeS: number): string;
  /** The claims of a token that was signed for this use and is not too old; `null` of any other text. */
  verify(use: TokenUse, token: string): Claims | null;
}

/**
 * Signs what is to come back unchanged: JSON Web Tokens by HMAC-SHA-256 (RFC 7519, RFC 7515). `keys` are joined by a
 * comma: the first signs, each verifies, so that tokens outlive a change of the key. `clock` is in ms.
 *
 * The header is not read but compared with the one that we write, so that no token chooses how it is checked. It is
 * written here, as Node's own HMAC takes 20 µs, where libraries go by Web Crypto, which takes ten times as long and the
 * first time 10 ms.
 */
export function createSigner(keys: string, clock: () => number = Date.now): Signer {
  const known = keysIn(keys);
  const [newest] = known;
  const nowS = () => seconds(clock());
  return {
    sign: (use, claims, lifeS) => {
      const iat = nowS();
      const text = `${headerOf(use)}.${encoded({ ...claims, iat, exp: iat + lifeS })}`;
      return `${text}.${macOf(newest, text).toString('base64url')}`;
    },
    verify: (use, token) => {
      const [header, payload = '', signature = '', ...rest] = token.split('.');
      if (header !== headerOf(use) || rest.length > 0) return null;
      const given = Buffer.from(signature, 'base64url');
      const isOurs = (key: string) => isSameMac(macOf(key, `${header}.${payload}`), given);
      if (!known.some(isOurs)) return null;
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
      return Number(claims['exp']) > nowS() ? claims : null;
    },
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const headerOf = (use: TokenUse): string => encoded({ alg: 'HS256', typ: `${use}+jwt` });
