/** The key by which a browser's pushes are encrypted (RFC 8291 §2.1). */
import { ECDH } from 'node:crypto';

/** First byte of an uncompressed point (SEC 1 §2.3.3). */
const UNCOMPRESSED = 4;

/** True for an uncompressed point on P-256, in base64url; nothing can be encrypted for another. */
export function isPushKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
