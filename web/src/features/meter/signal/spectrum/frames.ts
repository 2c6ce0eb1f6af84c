import { levelDb, powerSpectrum } from './power-spectrum.ts';

/**
 * Fewer samples a second of the same sound: what a fan's blades tell lies below 1.3 kHz, and spectra that are fine
 * enough for it would otherwise be of a quarter of a million samples.
 *
 * A windowed-sinc low-pass (Blackman; Oppenheim & Schafer, Discrete-Time Signal Processing, §7.5), then every nth sample.
 */

/** About so many samples a second are left: the nearest whole fraction of the sound's own rate. */
const TARGET_RATE_HZ = 4000;

/** Half of the filter's length in samples that are left: what lies above 2.7 kHz is 74 dB down, below 1.3 kHz untouched. */
const HALF_LENGTH = 8;

export class Decimator {
  readonly factor: number;
  /** Of what comes out, in Hz. */
  readonly rateHz: number;
  readonly #taps: Float64Array;
  #kept = new Float32Array(0);

  constructor(sampleRateHz: number) {
    this.factor = Math.max(1, Math.floor(sampleRateHz / TARGET_RATE_HZ));
    this.rateHz = sampleRateHz / this.factor;
    this.#taps = lowPass(this.factor);
  }

  /** Samples of one channel, in pieces of any size; their boundaries leave no trace. */
  take(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#kept.length + samples.length);
    input.set(this.#kept);
    input.set(samples, this.#kept.length);
    const { length } = this.#taps;
    const count = Math.max(0, Math.floor((input.length - length) / this.factor) + 1);
    const output = new Float32Array(count);
    for (let at = 0; at < count; at += 1) {
      let sum = 0;
      for (let tap = 0; tap < length; tap += 1) {
        sum += (this.#taps[tap] ?? 0) * (input[at * this.factor + tap] ?? 0);
      }
      output[at] = sum;
    }
    this.#kept = input.slice(count * this.factor);
    return output;
  }
}

function lowPass(factor: number): Float64Array {
  const half = HALF_LENGTH * factor;
  const taps = new Float64Array(2 * half + 1);
  for (let at = -half; at <= half; at += 1) {
    const phase = (Math.PI * at) / factor;
    const sinc = at === 0 ? 1 : Math.sin(phase) / phase;
    const turn = (Math.PI * (at + half)) / half;
    taps[at + half] = sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  }
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

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
