import { levelDb, powerSpectrum } from './power-spectrum.ts';

/** Of each spectrum: 4.1 s of sound at 4 kHz, which tells lines apart that are 2 Hz from each other. */
const FRAME_SAMPLES = 16_384;

/** Spectra overlap by seven eighths, so that there is a new one each half second. */
const HOP_SAMPLES = 2048;

/** What a meter looks back on: 12 s. */
export const MAX_FRAMES = 17;

/** Above this no line of a fan is looked for. */
const TOP_HZ = 1250;

/** Levels of the bins from 0 to 1,250 Hz in dB, one a hop, the oldest first. */
export interface Frames {
  readonly levels: readonly Float32Array[];
  readonly binHz: number;
  readonly hopS: number;
}

/** Welch's way (IEEE Trans. Audio Electroacoust. AU-15, 1967): spectra of stretches that overlap, to be averaged. */
export class FrameHistory {
  readonly #rateHz: number;
  readonly #samples = new Float32Array(FRAME_SAMPLES);
  #levels: Float32Array[] = [];
  #fresh = 0;
  #known = 0;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
  }

  /** Takes samples of the decimated sound; answers how many spectra they have completed. */
  take(samples: Float32Array): number {
    let made = 0;
    for (let from = 0; from < samples.length;) {
      const count = Math.min(HOP_SAMPLES - this.#fresh, samples.length - from);
      this.#samples.copyWithin(0, count);
      this.#samples.set(samples.subarray(from, from + count), FRAME_SAMPLES - count);
      from += count;
      this.#fresh += count;
      this.#known = Math.min(FRAME_SAMPLES, this.#known + count);
      if (this.#fresh < HOP_SAMPLES) continue;
      this.#fresh = 0;
      if (this.#known === FRAME_SAMPLES) made += this.#addFrame();
    }
    return made;
  }

  frames(): Frames {
    return { levels: this.#levels, binHz: this.#rateHz / FRAME_SAMPLES, hopS: HOP_SAMPLES / this.#rateHz };
  }

  #addFrame(): number {
    const bins = Math.ceil((TOP_HZ * FRAME_SAMPLES) / this.#rateHz);
    const powers = powerSpectrum(this.#samples, bins);
    this.#levels = [...this.#levels.slice(1 - MAX_FRAMES), powers.map(levelDb)];
    return 1;
  }
}
