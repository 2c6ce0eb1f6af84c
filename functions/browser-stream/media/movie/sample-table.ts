/** The samples of a piece of a movie, in 8 bytes each: eight hours need 20 MB. Pure. */
import { boxAt, boxesIn, concat, RUN_FLAGS, viewOf } from '../mp4-boxes.ts';

/** A growing list of 32-bit numbers, which takes a tenth of an array's memory. */
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

  view(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.#length);
  }

  /** Big-endian, as boxes store them. */
  bigEndian(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(4 * this.#length);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < this.#length; index += 1) view.setUint32(4 * index, this.at(index));
    return bytes;
  }
}

interface TrackSamples {
  /** Per run of adjacent samples: begin in ticks (two words), first byte in the piece, count. */
  readonly chunks: Uint32Array;
  /** Size, with `SYNC` for keyframes, and duration in ticks. */
  readonly samples: Uint32Array;
}

export const CHUNK_WORDS = 4;
export const SAMPLE_WORDS = 2;
export const SYNC = 2 ** 31;

/** By the writer's track numbers. */
export interface PieceTable {
  readonly video: TrackSamples;
  readonly sound: TrackSamples;
}

export class PieceSamples {
  readonly #video = new Samples();
  readonly #sound = new Samples();

  /** Adds a segment's stored file (`segment/mp4-writer.ts`), which begins at this byte of the piece. */
  add(segment: Uint8Array, at: number): void {
    const [video, sound] = boxesIn(boxAt(segment, 'moof').body).filter(({ type }) => type === 'traf');
    if (!video || !sound) throw new RangeError('A segment has two tracks');
    this.#video.add(video.body, at);
    this.#sound.add(sound.body, at);
  }

  table(): PieceTable {
    return { video: this.#video.columns(), sound: this.#sound.columns() };
  }
}

/** `sample_is_non_sync_sample`, ISO 14496-12 §8.8.3.1. */
const NON_SYNC = 0x10000;
const RUN_WORDS = 3;

class Samples {
  readonly #chunks = new Words();
  readonly #samples = new Words();

  /** A `traf` (§8.8.6) of a segment that begins at this byte. Throws `RangeError` for other writers' boxes. */
  add(traf: Uint8Array, at: number): void {
    const start = viewOf(boxAt(traf, 'tfdt').body);
    const run = viewOf(boxAt(traf, 'trun').body);
    if (start.getUint8(0) !== 1 || run.getUint32(0) !== RUN_FLAGS)
      throw new RangeError('A segment is not as it was written');
    const count = run.getUint32(4);
    this.#chunks.push(start.getUint32(4), start.getUint32(8), at + run.getUint32(8), count);
    for (let index = 0; index < count; index += 1) {
      const place = 12 + 4 * RUN_WORDS * index;
      const isSync = (run.getUint32(place + 8) & NON_SYNC) === 0;
      this.#samples.push(run.getUint32(place + 4) + (isSync ? SYNC : 0), run.getUint32(place));
    }
  }

  columns(): TrackSamples {
    return { chunks: this.#chunks.view(), samples: this.#samples.view() };
  }
}

/** Stored next to the piece, in the machine's byte order, which is the same for all Lambdas. */
export function encodeTable({ video, sound }: PieceTable): Uint8Array<ArrayBuffer> {
  const columns = [video.chunks, video.samples, sound.chunks, sound.samples];
  const lengths = Uint32Array.from(columns, ({ length }) => length);
  return concat(
    [lengths, ...columns].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  );
}

const COLUMNS = 4;

export function decodeTable(bytes: Uint8Array): PieceTable {
  // `slice` of a Buffer is no copy.
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  let at = COLUMNS;
  const [videoChunks, videoSamples, soundChunks, soundSamples] = Array.from(
    words.subarray(0, COLUMNS),
    (length) => words.subarray(at, (at += length)),
  );
  return {
    video: { chunks: videoChunks!, samples: videoSamples! },
    sound: { chunks: soundChunks!, samples: soundSamples! },
  };
}
