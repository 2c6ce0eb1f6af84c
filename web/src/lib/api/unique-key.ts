/** A key that nobody else has: 32 hexadecimal digits. Also where `crypto.randomUUID` is missing (plain http). */
export const uniqueKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
