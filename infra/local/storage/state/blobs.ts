import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, fsync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const sync = promisify(fsync);

const WRITE_BUFFER_BYTES = 1024 * 1024;
const READ_BUFFER_BYTES = 256 * 1024;

/** A piece of an object: one complete file. */
export interface Segment {
  readonly blob: string;
  readonly sizeBytes: number;
}

/** `end` is exclusive. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The files that contain objects' bytes. A file is written once under its own name and becomes part of an object when
 * the index lists it. Files that are not in the index are left from aborted writes, and are deleted at the next start.
 */
export class Blobs {
  readonly #directory: string;
  /** Open handle of the folder, which is synced after each new file. */
  readonly #folder: number;
  readonly #readers = new Map<string, number>();
  /** Deleted while they were being read; removed with their last reader. */
  readonly #doomed = new Set<string>();

  constructor(directory: string, isKnown: (blob: string) => boolean) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    this.#folder = openSync(directory, 'r');
    for (const blob of readdirSync(directory)) {
      if (!isKnown(blob)) rmSync(join(directory, blob), { recursive: true });
    }
  }

  /** Returns the file's name when its bytes are on disk. If the source fails, nothing is left. */
  async write(source: AsyncIterable<Buffer>): Promise<string> {
    const blob = randomBytes(16).toString('hex');
    const path = this.#path(blob);
    // Opened before anything can fail: a file created after its removal would stay.
    const file = await open(path, 'wx');
    try {
      await writeWhole(file, source).finally(() => file.close());
      await sync(this.#folder);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return blob;
  }

  /** Refuses further writes. */
  close(): void {
    closeSync(this.#folder);
  }

  /** Gives the same bytes a second name. */
  async copy(original: string): Promise<string> {
    const blob = randomBytes(16).toString('hex');
    // Not every file system supports links.
    await link(this.#path(original), this.#path(blob)).catch(() =>
      copyFile(this.#path(original), this.#path(blob)),
    );
    await sync(this.#folder);
    return blob;
  }

  /** Yields the given span of the concatenated segments. They must be held. */
  async *read(segments: readonly Segment[], { start, end }: ByteSpan): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { blob, sizeBytes } of segments) {
      const from = Math.max(start - offset, 0);
      const to = Math.min(end - offset, sizeBytes);
      offset += sizeBytes;
      if (from >= to) continue;
      const options = { start: from, end: to - 1, highWaterMark: READ_BUFFER_BYTES };
      yield* createReadStream(this.#path(blob), options) as AsyncIterable<Buffer>;
    }
  }

  /** Keeps files readable, even if they are deleted meanwhile, until the returned function is called. */
  hold(segments: readonly Segment[]): () => void {
    const blobs = segments.map(({ blob }) => blob);
    for (const blob of blobs) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    return () => {
      for (const blob of blobs) this.#release(blob);
    };
  }

  async remove(blobs: readonly string[]): Promise<void> {
    for (const blob of blobs) {
      if (this.#readers.has(blob)) this.#doomed.add(blob);
      else await rm(this.#path(blob), { force: true });
    }
  }

  #release(blob: string): void {
    const readers = (this.#readers.get(blob) ?? 1) - 1;
    if (readers > 0) return void this.#readers.set(blob, readers);
    this.#readers.delete(blob);
    if (this.#doomed.delete(blob)) rmSync(this.#path(blob), { force: true });
  }

  #path(blob: string): string {
    return join(this.#directory, blob);
  }
}

/** Writes many pieces at once, because each write is a round trip to another thread. */
async function writeWhole(file: FileHandle, source: AsyncIterable<Buffer>): Promise<void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    const { bytesWritten } = await file.writev(pieces);
    if (bytesWritten < bytes) await file.appendFile(Buffer.concat(pieces).subarray(bytesWritten));
    [pieces, bytes] = [[], 0];
  };
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= WRITE_BUFFER_BYTES) await flush();
  }
  await flush();
  await file.sync();
}
