import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey, keysIn } from '../../base/mac.ts';

/** Keeps texts in the table that nobody shall read there. */
export interface Sealer {
  /** `owner` is whose it is: it opens for nobody else. */
  seal(text: string, owner: string): string;
  /** Throws where it was sealed by another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * By AES-256-GCM (NIST SP 800-38D), under a key for this purpose alone: nonce, tag and cipher, in base64url. `keys` are
 * joined by a comma: the first seals, each opens.
 */
export function sealer(keys: string): Sealer {
  const known = keysIn(keys).map((key) => derivedKey(key, 'fanfare second factor'));
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, known[0]!, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed, owner) => {
      const openers = known.map((key) => () => opened(key, Buffer.from(sealed, 'base64url'), owner));
      return firstThatOpens(openers);
    },
  };
}

function opened(key: Buffer, bytes: Buffer, owner: string): string {
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function firstThatOpens([first, ...others]: readonly (() => string)[]): string {
  try {
    return first!();
  } catch (error) {
    if (others.length === 0) throw error;
    return firstThatOpens(others);
  }
}
