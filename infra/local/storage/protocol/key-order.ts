/** Where keys end and begin in the order of their UTF-8 bytes, which is the order of all of S3's lists. */

/** The least bytes that are greater than the key; before all keys for none. */
export const afterKey = (key: string): Buffer =>
  key === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from(key), Buffer.of(0)]);

/** The least bytes that are greater than all that begins so; no byte of UTF-8 is 0xFF. */
export function afterPrefix(prefix: string): Buffer {
  if (prefix === '') return Buffer.of(0xff);
  const bytes = Buffer.from(prefix);
  bytes[bytes.length - 1]! += 1;
  return bytes;
}

export const laterOf = (first: Buffer, second: Buffer): Buffer =>
  Buffer.compare(first, second) > 0 ? first : second;
