/** Derives the keys of Web Push and of unsubscribe links from one secret. */
import { createECDH, hkdfSync } from 'node:crypto';
import { NEWS_KINDS, type NewsKind } from '#shared/people/news.ts';
import { derivedKey, isSameMac, keysIn, macOf } from '#functions/base/mac.ts';

/** P-256 keys, base64url (RFC 8292 §3.2). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface NewsKeys {
  /** Browsers subscribe with the first; the others serve existing subscriptions. */
  readonly push: readonly [PushKeys, ...PushKeys[]];
  /** The token of the link that unsubscribes a person from mail of a kind. */
  endToken(personId: string, kind: NewsKind): string;
  /** `null` for an invalid token. */
  endOf(token: string): { readonly personId: string; readonly kind: NewsKind } | null;
}

/** Not a dot, because the CDN treats paths with a dot as files. */
const APART = '~';

/** `secrets`: separated by commas, newest first. */
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

/** Derives a P-256 key from a secret, by extra random bits (FIPS 186-5 §A.2.1). */
function pushKeysOf(secret: string): PushKeys {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'news: VAPID', 40)).toString('hex');
  const scalar = (BigInt(`0x${bits}`) % (ORDER - 1n)) + 1n;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  const encoded = (key: Buffer) => key.toString('base64url');
  // Node omits leading zeros of a private key.
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  return { publicKey: encoded(ecdh.getPublicKey()), privateKey: encoded(privateKey) };
}
