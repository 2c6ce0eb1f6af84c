/** A random key of 32 hexadecimal digits. Works without `crypto.randomUUID` (plain http). */
export const uniqueKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
