import { demand } from './broken-segment.ts';

/** Reads numbers one after the other, most significant byte first. Throws `BrokenSegmentError` past the end. */
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

  /** No time that is meant seriously needs more bits than a number has. */
  u64(): number {
    const value = this.#view.getBigUint64(this.#next(8));
    demand(value <= BigInt(Number.MAX_SAFE_INTEGER), 'A number in it is too large');
    return Number(value);
  }

  /** A view of so many bytes. */
  bytes(length: number): Uint8Array {
    const at = this.#next(length);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length);
  }

  rest(): Uint8Array {
    return this.bytes(this.left);
  }

  /** Throws where anything is left. */
  end(): void {
    demand(this.left === 0, 'One of its boxes is longer than it should be');
  }

  #next(length: number): number {
    demand(length <= this.left, 'One of its boxes is cut off');
    const at = this.#at;
    this.#at += length;
    return at;
  }
}
