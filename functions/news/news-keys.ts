/** What follows from the secret of news: the keys of Web Push, and the links by which mail ends. */
import { createECDH, hkdfSync } from 'node:crypto';
import { NEWS_KINDS, type NewsKind } from '../../shared/people/news.ts';
import { derivedKey, isSameMac, keysIn, macOf } from '../base/mac.ts';

/** A pair of P-256, base64url, as VAPID has it (RFC 8292 §3.2). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface NewsKeys {
  /** The first is what browsers subscribe with; one that subscribed with another is told by that. */
  readonly push: readonly [PushKeys, ...PushKeys[]];
  /** The end of the link by which `personId` ends mail of a kind. */
  endToken(personId: string, kind: NewsKind): string;
  /** Whose link it is; `null` of any other text. */
  endOf(token: string): { readonly personId: string; readonly kind: NewsKind } | null;
}

/** What has a dot in its address is a file to the CDN, and no screen. */
const APART = '~';

/** `secrets` are joined by a comma, newest first. */
export function newsKeys(secrets: string): NewsKeys {
  const [newest, ...earlier] = keysIn(secrets);
  const endKeys = [newest, ...earlier].map((secret) => derivedKey(secret, 'news: links that end mail'));
  return {
    push: [pushKeysOf(newest), ...earlier.map(pushKeysOf)],
    endToken: (personId, kind) => {
      const what = personId + APART + kind;
      return `${what}${APART}${macOf(endKeys[0]!, what).toString('base64url')}`;
    },
    endOf: (token) => {
      const [personId = '', name = '', mac = '', ...rest] = token.split(APART);
      const kind = NEWS_KINDS.find((known) => known === name);
      if (!kind || rest.length > 0) return null;
      const given = Buffer.from(mac, 'base64url');
      const isOurs = endKeys.some((key) => isSameMac(macOf(key, personId + APART + kind), given));
      return isOurs ? { personId, kind } : null;
    },
  };
}

/** Order of the curve's base point (FIPS 186-5, SP 800-186 §3.2.1.3). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** A key of P-256 that follows from a secret, by its extra random bits (FIPS 186-5 §A.2.1). */
function pushKeysOf(secret: string): PushKeys {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'news: VAPID', 40)).toString('hex');
  const scalar = (BigInt(`0x${bits}`) % (ORDER - 1n)) + 1n;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  const encoded = (key: Buffer) => key.toString('base64url');
  // Node leaves zeros out at the beginning of a private key.
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  return { publicKey: encoded(ecdh.getPublicKey()), privateKey: encoded(privateKey) };
}
