/** A list of numbers of 32 bits that grows: a tenth of what an array of them takes, as hours of video have millions. */
export class Words {
  #words: Uint32Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 256) {
    this.#words = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Negative ones are stored as their two's complement. */
  push(...numbers: readonly number[]): void {
    if (this.#length + numbers.length > this.#words.length) {
      const larger = new Uint32Array(2 * (this.#length + numbers.length));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set(numbers, this.#length);
    this.#length += numbers.length;
  }

  at(index: number): number {
    return this.#words[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#words[index] = value;
  }

  /** A view: it shows what is stored now. */
  view(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.#length);
  }

  /** As boxes hold them, the highest byte first. */
  bigEndian(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(4 * this.#length);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < this.#length; index += 1) view.setUint32(4 * index, this.at(index));
    return bytes;
  }
}
