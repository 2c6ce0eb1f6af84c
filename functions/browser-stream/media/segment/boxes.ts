/** Reads boxes (ISO 14496-12 §4.2) strictly: rejects unexpected and incomplete ones. Pure. */

/** Reads numbers sequentially, big-endian. Throws `BrokenSegmentError` past the end. */
export class Fields {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#view.byteLength - this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#next(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#next(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#next(4));
  }

  i32(): number {
    return this.#view.getInt32(this.#next(4));
  }

  /** Rejects values that exceed a safe integer; no valid time is so large. */
  u64(): number {
    const value = this.#view.getBigUint64(this.#next(8));
    requireValid(value <= BigInt(Number.MAX_SAFE_INTEGER), 'A number in it is too large');
    return Number(value);
  }

  bytes(length: number): Uint8Array {
    const at = this.#next(length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
  }

  rest(): Uint8Array {
    return this.bytes(this.left);
  }

  end(): void {
    requireValid(this.left === 0, 'One of its boxes is longer than it should be');
  }

  #next(length: number): number {
    requireValid(length <= this.left, 'One of its boxes is cut off');
    const at = this.#at;
    this.#at += length;
    return at;
  }
}

/** The bytes are not a valid direct segment. The message gives the reason, without a full stop. */
export class BrokenSegmentError extends Error {
  override readonly name = 'BrokenSegmentError';
}

export function requireValid(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new BrokenSegmentError(otherwise);
}

export interface Box {
  readonly type: string;
  readonly at: number;
  /** What follows its head; a view. */
  readonly body: Uint8Array;
}

export const HEAD_BYTES = 8;

/** At most `max` boxes that fill these bytes. Rejects sizes of 64 bits, or up to the end. */
export function readBoxes(bytes: Uint8Array, max: number): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    requireValid(boxes.length < max, 'It has too many boxes');
    const head = new Fields(bytes.subarray(at));
    const size = head.u32();
    const type = String.fromCodePoint(...head.bytes(4));
    requireValid(/^[A-Za-z0-9 ]{4}$/.test(type), 'It is not an MP4 file');
    requireValid(size >= HEAD_BYTES && at + size <= bytes.length, `Its box ‘${type}’ is not whole`);
    boxes.push({ type, at, body: bytes.subarray(at + HEAD_BYTES, at + size) });
    at += size;
  }
  return boxes;
}

export type Times = 'once' | 'maybe' | 'some';

const MAX_CHILDREN = 16;

/** A box's children by type. Throws for types or counts that the plan does not allow. */
export function childrenOf<T extends string>(
  parent: string,
  bytes: Uint8Array,
  plan: Readonly<Record<T, Times>>,
): Readonly<Record<T, readonly Box[]>> {
  const found = Map.groupBy(readBoxes(bytes, MAX_CHILDREN), ({ type }) => type);
  for (const type of found.keys())
    requireValid(Object.hasOwn(plan, type), `A box ‘${type}’ has no place in ‘${parent}’`);
  const entries = Object.entries<Times>(plan).map(([type, times]) => {
    const boxes = found.get(type) ?? [];
    requireValid(times === 'maybe' || boxes.length > 0, `A box ‘${type}’ is missing in ‘${parent}’`);
    requireValid(
      times === 'some' || boxes.length <= 1,
      `There is more than one box ‘${type}’ in ‘${parent}’`,
    );
    return [type, boxes] as const;
  });
  return Object.fromEntries(entries) as Record<T, Box[]>;
}

/** The fields of a full box (§4.2) after its version and flags. */
export function fullBox(box: Box): {
  readonly version: number;
  readonly flags: number;
  readonly fields: Fields;
} {
  const fields = new Fields(box.body);
  const head = fields.u32();
  return { version: head >>> 24, flags: head & 0xffffff, fields };
}
