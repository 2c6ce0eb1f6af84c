/** Keys and their HMAC-SHA-256 (RFC 2104), for signed data that comes back to us. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Splits at commas, newest first: the first signs, all verify. Throws when empty. */
export function keysIn(joined: string): readonly [string, ...string[]] {
  const [newest, ...earlier] = joined.split(',').filter(Boolean);
  if (newest === undefined) throw new Error('There is no key to sign with');
  return [newest, ...earlier];
}

/** Derives a key for one purpose (RFC 5869). */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

export const macOf = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Compares in constant time. */
export const isSameMac = (ours: Buffer, given: Buffer): boolean =>
  ours.length === given.length && timingSafeEqual(ours, given);
