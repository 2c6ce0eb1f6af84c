/** ISO/IEC 14496-12 §4.2: a box has its size, a type of four characters, and content. */
export interface Box {
  readonly type: string;
  readonly start: number;
  /** Of the content. */
  readonly from: number;
  readonly end: number;
}

/** The boxes that fill this range. Throws `RangeError` if one is cut off. */
export function boxesOf(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at < end) {
    if (at + 8 > end) throw cutOff();
    const short = file.readUInt32BE(at);
    if (short === 1 && at + 16 > end) throw cutOff();
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    const from = at + (short === 1 ? 16 : 8);
    if (at + size > end || from > at + size) throw cutOff();
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, from, end: at + size });
    at += size;
  }
  return boxes;
}

/** A part of a file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Throws `RangeError` if the box is missing or repeated. */
export function only(boxes: readonly Box[], type: string): Box {
  const [box, another] = boxes.filter((one) => one.type === type);
  if (!box || another) throw new RangeError(`There is not one ${type}`);
  return box;
}

/** Behind version and flags. */
export function versioned(file: Buffer, box: Pick<Box, 'from' | 'end'>) {
  const reader = new Reader(file, box);
  const version = reader.number(1);
  reader.number(3);
  return { version, reader };
}

/** Reads numbers one after the other. Throws `RangeError` past the end. */
export class Reader {
  readonly #file: Buffer;
  at: number;

  constructor(file: Buffer, { from, end }: Pick<Box, 'from' | 'end'>) {
    this.#file = file.subarray(0, end);
    this.at = from;
  }

  /** Big-endian, of 0 to 8 bytes. */
  number(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index += 1, this.at += 1) {
      const byte = this.#file[this.at];
      if (byte === undefined) throw cutOff();
      value = value * 256 + byte;
    }
    return value;
  }

  name(): string {
    this.at += 4;
    if (this.at > this.#file.length) throw cutOff();
    return this.#file.toString('latin1', this.at - 4, this.at);
  }
}

const cutOff = () => new RangeError('A box is cut off');
