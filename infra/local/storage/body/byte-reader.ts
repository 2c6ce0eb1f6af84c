/** The source ended before what was asked of it. */
export class CutShortError extends Error {
  override readonly name = 'CutShortError';
}

/** Reads framed bytes from a stream, holding no more of it than one piece. To be closed, which ends the source. */
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

  /** The bytes before the next CR LF as Latin-1, which is taken too. Throws `CutShortError`, also beyond `maxBytes`. */
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

  /** So many bytes, in pieces. Throws `CutShortError`. */
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

  /** The bytes before the delimiter, in pieces; the delimiter is taken too. Throws `CutShortError`. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#buffer.indexOf(delimiter);
      // What may be the delimiter's beginning stays until more has come.
      const ready = end >= 0 ? end : Math.max(0, this.#buffer.length - delimiter.length + 1);
      const piece = this.#buffer.subarray(0, ready);
      this.#buffer = this.#buffer.subarray(end >= 0 ? end + delimiter.length : ready);
      if (piece.length > 0) yield piece;
      if (end >= 0) return;
      if (!(await this.#more())) throw new CutShortError('no delimiter');
    }
  }
}
