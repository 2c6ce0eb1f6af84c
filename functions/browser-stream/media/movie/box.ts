/** Boxes of ISO 14496-12 §4.2, read one level at a time, and numbers for those that are written. Pure. */

export interface Box {
  readonly type: string;
  /** With its head. */
  readonly bytes: Uint8Array;
  /** Without. */
  readonly body: Uint8Array;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The boxes that lie next to each other. Throws `RangeError` where one is not whole. */
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

/** The first box of each type on the way. Throws `RangeError` where there is none. */
export function boxAt(bytes: Uint8Array, ...path: readonly string[]): Box {
  const [type = '', ...rest] = path;
  const found = boxesIn(bytes).find((box) => box.type === type);
  if (!found) throw new RangeError(`There is no ${type}`);
  return rest.length === 0 ? found : boxAt(found.body, ...rest);
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Numbers of 32 bits. */
export function words(...numbers: readonly number[]): Bytes {
  const bytes = new Uint8Array(4 * numbers.length);
  numbers.forEach((number, index) => viewOf(bytes).setUint32(4 * index, number));
  return bytes;
}

/** Of 64 bits; the number is below 2 ** 53. */
export const long = (number: number): Bytes => words(Math.floor(number / 2 ** 32), number % 2 ** 32);
