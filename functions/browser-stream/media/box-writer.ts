/** Writes boxes of ISO 14496-12 §4.2, the highest byte of a number first. Pure. */

/** Bytes, or a few of them as numbers. */
export type Part = Uint8Array | readonly number[];

export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0)!);
export const u16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)];
export const words = (...values: readonly number[]): number[] => values.flatMap(u32);
/** Below 2 ** 53. */
export const u64 = (value: number): number[] => [
  ...u32(Math.floor(value / 2 ** 32)),
  ...u32(value % 2 ** 32),
];

/** A matrix that neither turns nor scales (§6.2.2). */
export const UNITY = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

export function concat(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function box(type: string, ...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return concat([u32(size), ascii(type), ...parts]);
}

/** A box that begins with a version and flags. */
export const fullBox = (
  type: string,
  version: number,
  flags: number,
  ...parts: readonly Part[]
): Uint8Array<ArrayBuffer> => box(type, u32(version * 2 ** 24 + flags), ...parts);
