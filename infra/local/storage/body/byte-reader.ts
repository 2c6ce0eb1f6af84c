/** The source ended too early. */
export class CutShortError extends Error {
  override readonly name = 'CutShortError';
}

/** Reads framed bytes from a stream, buffering at most one chunk. Must be closed, which ends the source. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
    return true;
  }

  /**
   * Consumes a line including its CR LF. Returns it as Latin-1 without them. Throws `CutShortError`, also if the line
   * exceeds `maxBytes`.
   */
  async line(maxBytes: number): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf('\r\n');
      if (end >= 0 && end <= maxBytes) {
        const line = this.#buffer.toString('latin1', 0, end);
        this.#buffer = this.#buffer.subarray(end + 2);
        return line;
      }
      if (this.#buffer.length > maxBytes || !(await this.#more())) throw new CutShortError('no end of line');
    }
  }

  /** Yields the given number of bytes in pieces. Throws `CutShortError`. */
  async *take(bytes: number): AsyncGenerator<Buffer> {
    let missing = bytes;
    while (missing > 0) {
      if (this.#buffer.length === 0 && !(await this.#more()))
        throw new CutShortError(`${missing} bytes missing`);
      const piece = this.#buffer.subarray(0, missing);
      this.#buffer = this.#buffer.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  /** Yields the bytes before the delimiter in pieces, and consumes the delimiter. Throws `CutShortError`. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#buffer.indexOf(delimiter);
      // A possible start of the delimiter stays in the buffer until more bytes arrive.
      const ready = end >= 0 ? end : Math.max(0, this.#buffer.length - delimiter.length + 1);
      const piece = this.#buffer.subarray(0, ready);
      this.#buffer = this.#buffer.subarray(end >= 0 ? end + delimiter.length : ready);
      if (piece.length > 0) yield piece;
      if (end >= 0) return;
      if (!(await this.#more())) throw new CutShortError('no delimiter');
    }
  }
}
