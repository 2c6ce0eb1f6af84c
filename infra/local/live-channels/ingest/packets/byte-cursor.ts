/** Reads bytes one after another. Every read throws `RangeError` if too few are left. */
export class ByteCursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Reads a big-endian unsigned integer. */
  uint(bytes: number): number {
    const value = this.#bytes.readUIntBE(this.#at, bytes);
    this.#at += bytes;
    return value;
  }

  /** @default all remaining bytes */
  take(count: number = this.left): Buffer {
    if (count > this.left) throw new RangeError(`${count} bytes of ${this.left}`);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}

/** Returns the result of `read`, or `undefined` if the bytes end too early. */
export function undefinedIfTruncated<T>(bytes: Buffer, read: (cursor: ByteCursor) => T): T | undefined {
  try {
    return read(new ByteCursor(bytes));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function trimTrailingZeros(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  return bytes.subarray(0, last + 1);
}
