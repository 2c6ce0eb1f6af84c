/** Writes and reads boxes (ISO 14496-12 §4.2), big-endian. Pure. */

/** Bytes, or a few of them as numbers. */
type Part = Uint8Array | readonly number[];

export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0)!);
export const u16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)];
export const words = (...values: readonly number[]): number[] => values.flatMap(u32);
/** Below 2 ** 53. */
export const u64 = (value: number): number[] => [
  ...u32(Math.floor(value / 2 ** 32)),
  ...u32(value % 2 ** 32),
];

/** `trun` (§8.8.8) with a data offset, and duration, size and flags of each sample. */
export const RUN_FLAGS = 0x701;

/** The identity matrix (§6.2.2). */
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

export const fullBox = (
  type: string,
  version: number,
  flags: number,
  ...parts: readonly Part[]
): Uint8Array<ArrayBuffer> => box(type, u32(version * 2 ** 24 + flags), ...parts);

export interface Box {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** A view: writing to it changes the file. */
  readonly body: Uint8Array;
}

/** Adjacent boxes. Throws `RangeError` if one is incomplete. */
export function boxesIn(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.length - at < 8 ? 0 : viewOf(bytes).getUint32(at);
    if (size < 8 || at + size > bytes.length) throw new RangeError(`A box at byte ${at} is not whole`);
    const type = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    boxes.push({ type, bytes: bytes.subarray(at, at + size), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

/** The first box of each type on the way. Throws `RangeError` if there is none. */
export function boxAt(bytes: Uint8Array, ...path: readonly string[]): Box {
  const [type = '', ...rest] = path;
  const found = boxesIn(bytes).find((box) => box.type === type);
  if (!found) throw new RangeError(`There is no ${type}`);
  return rest.length === 0 ? found : boxAt(found.body, ...rest);
}

/** Boxes that contain only boxes (§6.2, table 1). */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);

/** All boxes of a file, parents first. Throws `RangeError` if one is incomplete. */
export function* boxesOf(bytes: Uint8Array): Generator<{ readonly type: string; readonly body: DataView }> {
  for (const { type, body } of boxesIn(bytes)) {
    yield { type, body: viewOf(body) };
    if (CONTAINERS.has(type)) yield* boxesOf(body);
  }
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Numbers fragments in place (`mfhd`, §8.8.5), increasing along the stream. */
export function numberFragments(segment: Uint8Array, sequenceNumber: number): void {
  for (const { type, body } of boxesOf(segment)) if (type === 'mfhd') body.setUint32(4, sequenceNumber);
}

/** Zeroes creation times in place, so that equal streams have equal init segments. */
export function forgetTimes(init: Uint8Array): void {
  for (const { type, body } of boxesOf(init)) {
    // §8.2.2, §8.3.2, §8.4.2: creation and modification time, of 64 bits each in version 1.
    if (!['mvhd', 'tkhd', 'mdhd'].includes(type)) continue;
    const bytes = body.getUint8(0) === 1 ? 16 : 8;
    for (let at = 4; at < 4 + bytes; at += 1) body.setUint8(at, 0);
  }
}
