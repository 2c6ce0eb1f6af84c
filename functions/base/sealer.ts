import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey, keysIn } from './mac.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealerOptions {
  /** Of the derived key. */
  readonly purpose: string;
  /** A nonce must not come with two texts. @default random */
  readonly nonceOf?: (text: string) => Buffer;
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a derived key: nonce, tag and cipher text, in base64url. `keys` are joined by a
 * comma: the first seals, all open.
 */
export function sealer(keys: string, { purpose, nonceOf = () => randomBytes(NONCE_BYTES) }: SealerOptions) {
  const known = keysIn(keys).map((key) => derivedKey(key, purpose));
  return {
    /** `owner` is authenticated: the text can only be opened for this owner. */
    seal: (text: string, owner: string): string => {
      const nonce = nonceOf(text).subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, known[0]!, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** Throws for another key or owner, or a changed text. */
    open: (sealed: string, owner: string): string => {
      const bytes = Buffer.from(sealed, 'base64url');
      let failure: unknown;
      for (const key of known) {
        try {
          return opened(key, bytes, owner);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

function opened(key: Buffer, bytes: Buffer, owner: string): string {
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
