import { fft } from 'fourier-transform';

/**
 * The four-term Blackman-Harris window (F. J. Harris, Proc. IEEE 66, 1978, Table 1): with side lobes at -92 dB a loud hum
 * causes no false lines; a line is 4 bins wide to each side.
 */
const TERMS = [0.35875, -0.48829, 0.14128, -0.01168] as const;

const windows = new Map<number, Float64Array>();

function blackmanHarris(length: number): Float64Array {
  const known = windows.get(length);
  if (known) return known;
  const made = Float64Array.from({ length }, (_, at) =>
    TERMS.reduce((sum, term, order) => sum + term * Math.cos((2 * Math.PI * order * at) / length), 0),
  );
  windows.set(length, made);
  return made;
}

/** Minimum power, because the logarithm of silence is undefined. */
const MIN_POWER = 1e-20;

/**
 * The power of each bin from 0 to `bins`; a sine of amplitude 1 has the power ½ in its bin. The number of samples must be
 * a power of two.
 */
export function powerSpectrum(samples: Float32Array, bins: number): Float32Array {
  const window = blackmanHarris(samples.length);
  const windowed = new Float64Array(samples.length);
  for (let at = 0; at < windowed.length; at += 1) windowed[at] = (window[at] ?? 0) * (samples[at] ?? 0);
  const [real, imaginary] = fft(windowed);
  const scale = 2 / (TERMS[0] * samples.length) ** 2;
  const powers = new Float32Array(bins);
  for (let bin = 0; bin < bins; bin += 1) {
    powers[bin] = Math.max(MIN_POWER, scale * ((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2));
  }
  return powers;
}

export const levelDb = (power: number): number => 10 * Math.log10(Math.max(MIN_POWER, power));

/** Cuts a stream of samples into overlapping windows, which start with silence. */
export class SlidingWindow {
  readonly #samples: Float32Array;
  readonly #hop: number;
  #fresh = 0;

  /** @param hop samples from the end of a window to the end of the next one */
  constructor(length: number, hop: number) {
    this.#samples = new Float32Array(length);
    this.#hop = hop;
  }

  /** The windows that these samples complete. Each is valid until the next one. */
  *process(samples: Float32Array): Generator<Float32Array> {
    for (let from = 0; from < samples.length;) {
      const count = Math.min(this.#hop - this.#fresh, samples.length - from);
      this.#samples.copyWithin(0, count);
      this.#samples.set(samples.subarray(from, from + count), this.#samples.length - count);
      from += count;
      this.#fresh = (this.#fresh + count) % this.#hop;
      if (this.#fresh === 0) yield this.#samples;
    }
  }
}
