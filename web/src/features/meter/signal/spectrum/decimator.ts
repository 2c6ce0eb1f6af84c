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
