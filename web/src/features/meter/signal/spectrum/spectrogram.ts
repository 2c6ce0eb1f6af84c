/** Computes the columns of a spectrogram: time from left to right, low frequencies at the bottom. */
import { levelDb, powerSpectrum, SlidingWindow } from './power-spectrum.ts';

/** From the lowest to the highest frequency. */
export const ROWS = 96;

const LOWEST_HZ = 20;
const HIGHEST_HZ = 6000;

/** Position of a frequency from 0 (lowest) to 1 (highest), on a logarithmic scale. */
export const heightOf = (hertz: number): number =>
  Math.log(hertz / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ);

const COLUMN_SAMPLES = 8192;
/** Eight columns a second at 48 kHz. */
const HOP_SAMPLES = 6144;

/** Levels this far below the recent maximum are black. */
const RANGE_DB = 60;
/** Decay of the recent maximum per column. */
const FORGET_DB = 0.05;

export class Spectrogram {
  readonly #window = new SlidingWindow(COLUMN_SAMPLES, HOP_SAMPLES);
  readonly #bins: readonly (readonly [from: number, to: number])[];
  #loudestDb = -RANGE_DB;

  constructor(rateHz: number) {
    const binAt = (row: number) =>
      (LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (row / ROWS) * COLUMN_SAMPLES) / rateHz;
    this.#bins = Array.from({ length: ROWS }, (_, row) => {
      const from = Math.floor(binAt(row));
      return [from, Math.max(from + 1, Math.floor(binAt(row + 1)))];
    });
  }

  /** Returns the columns that these samples complete: each has `ROWS` values from 0 to 255, the lowest frequency first. */
  process(samples: Float32Array): Uint8Array<ArrayBuffer>[] {
    return Array.from(this.#window.process(samples), (window) => this.#columnOf(window));
  }

  #columnOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
    const powers = powerSpectrum(samples, COLUMN_SAMPLES / 2);
    const levels = this.#bins.map(([from, to]) => levelDb(Math.max(...powers.subarray(from, to))));
    this.#loudestDb = Math.max(this.#loudestDb - FORGET_DB, ...levels, MIN_LOUDEST_DB);
    return Uint8Array.from(levels, (level) =>
      Math.max(0, Math.min(255, 255 * (1 + (level - this.#loudestDb) / RANGE_DB))),
    );
  }
}

/** Keeps silence dark. */
const MIN_LOUDEST_DB = -80;
