import { levelDb, powerSpectrum, SlidingWindow } from './power-spectrum.ts';

/**
 * Reduces the sample rate, because a fan's blades are measured below 1.3 kHz, and sufficiently fine spectra would otherwise
 * need a quarter of a million samples.
 *
 * A windowed-sinc low-pass (Blackman; Oppenheim & Schafer, Discrete-Time Signal Processing, §7.5), then every nth sample.
 */
/** Approximate reduced rate: the nearest integer fraction of the sound's rate. */
const TARGET_RATE_HZ = 4000;

/** Half of the filter's length in reduced samples: attenuates by 74 dB above 2.7 kHz, and not below 1.3 kHz. */
const HALF_LENGTH = 8;

export class Decimator {
  readonly factor: number;
  readonly rateHz: number;
  readonly #taps: Float64Array;
  #kept = new Float32Array(0);

  constructor(sampleRateHz: number) {
    this.factor = Math.max(1, Math.floor(sampleRateHz / TARGET_RATE_HZ));
    this.rateHz = sampleRateHz / this.factor;
    this.#taps = lowPass(this.factor);
  }

  /** Takes samples of one channel, in pieces of any size, without artefacts at their boundaries. */
  process(samples: Float32Array): Float32Array {
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

/** Samples per spectrum: 4.1 s at 4 kHz, which separates lines that are 2 Hz apart. */
const FRAME_SAMPLES = 16_384;

/** Spectra overlap by seven eighths, so that there is a new one each half second. */
const HOP_SAMPLES = 2048;

const MAX_FRAMES = 17;

/** The highest frequency at which a fan's lines are searched. */
const TOP_HZ = 1250;

/** Levels of the bins from 0 to 1,250 Hz in dB, one array per hop, the oldest first. */
export interface Frames {
  readonly levels: readonly Float32Array[];
  readonly binHz: number;
  readonly hopS: number;
}

export class FrameHistory {
  readonly #rateHz: number;
  readonly #window = new SlidingWindow(FRAME_SAMPLES, HOP_SAMPLES);
  #levels: Float32Array[] = [];
  #hops = 0;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
  }

  /** Takes samples of the decimated sound; returns how many spectra they completed. */
  process(samples: Float32Array): number {
    let made = 0;
    for (const window of this.#window.process(samples)) {
      this.#hops += 1;
      if (this.#hops * HOP_SAMPLES < FRAME_SAMPLES) continue;
      const powers = powerSpectrum(window, Math.ceil((TOP_HZ * FRAME_SAMPLES) / this.#rateHz));
      this.#levels = [...this.#levels.slice(1 - MAX_FRAMES), powers.map(levelDb)];
      made += 1;
    }
    return made;
  }

  frames(): Frames {
    return { levels: this.#levels, binHz: this.#rateHz / FRAME_SAMPLES, hopS: HOP_SAMPLES / this.#rateHz };
  }
}
