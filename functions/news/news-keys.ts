/** Derives the keys of Web Push and of unsubscribe links from one secret. */
import { createECDH } from 'node:crypto';
import { NEWS_KINDS, type NewsKind } from '#shared/people/news.ts';
import { curveScalar, P_256 } from '#functions/base/curve-scalar.ts';
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

/** Derives a P-256 key from a secret. */
function pushKeysOf(secret: string): PushKeys {
  const scalar = curveScalar(secret, 'news: VAPID', P_256);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar, 'hex');
  const encoded = (key: Buffer) => key.toString('base64url');
  // Node omits leading zeros of a private key.
  const privateKey = Buffer.from(scalar, 'hex');
  return { publicKey: encoded(ecdh.getPublicKey()), privateKey: encoded(privateKey) };
}
