/** The sample tables of a movie (ISO 14496-12 §8.6, §8.7). */
import { box, fullBox, words } from '../mp4-boxes.ts';
import { Words } from './sample-table.ts';

export interface SampleLocation {
  readonly at: number;
  readonly size: number;
  /** Depends on no other. */
  readonly isSync: boolean;
}

export class SampleBoxes {
  readonly #sizes = new Words();
  readonly #syncs = new Words();
  /** Of 64 bits. */
  readonly #chunkOffsets = new Words();
  /** First chunk, samples per chunk, description: for each run of equal chunks. */
  readonly #chunks = new Words();
  /** Run-length encoded: count, ticks. */
  readonly #durations = new Words();
  #chunkSamples = 0;
  #nextByte = 0;
  #ticks = 0;

  get ticks(): number {
    return this.#ticks;
  }

  /** Adds the next sample, which begins at byte `at` of the file. */
  add({ at, size, isSync }: SampleLocation, ticks: number): void {
    if (at !== this.#nextByte) this.#beginChunk(at);
    this.#nextByte = at + size;
    this.#chunkSamples += 1;
    this.#sizes.push(size);
    if (isSync) this.#syncs.push(this.#sizes.length);
    const last = this.#durations.length - 2;
    if (last >= 0 && this.#durations.at(last + 1) === ticks)
      this.#durations.set(last, this.#durations.at(last) + 1);
    else this.#durations.push(1, ticks);
    this.#ticks += ticks;
  }

  table(descriptions: Uint8Array): Uint8Array {
    this.#endChunk();
    const isAllSync = this.#syncs.length === this.#sizes.length;
    return box(
      'stbl',
      descriptions,
      listBox('stts', this.#durations, 2),
      ...(isAllSync ? [] : [listBox('stss', this.#syncs, 1)]),
      fullBox('stsz', 0, 0, words(0, this.#sizes.length), this.#sizes.bigEndian()),
      listBox('stsc', this.#chunks, 3),
      listBox('co64', this.#chunkOffsets, 2),
    );
  }

  #beginChunk(at: number): void {
    this.#endChunk();
    this.#chunkOffsets.push(Math.floor(at / 2 ** 32), at % 2 ** 32);
  }

  #endChunk(): void {
    if (this.#chunkSamples === 0) return;
    if (this.#chunks.length === 0 || this.#chunks.at(this.#chunks.length - 2) !== this.#chunkSamples)
      this.#chunks.push(this.#chunkOffsets.length / 2, this.#chunkSamples, 1);
    this.#chunkSamples = 0;
  }
}

const listBox = (type: string, entries: Words, entryWords: number): Uint8Array =>
  fullBox(type, 0, 0, words(entries.length / entryWords), entries.bigEndian());
