/** Measures A-weighted loudness: relative to the quietest moment, or in dB(A) after calibration. */
import { levelDb, powerSpectrum } from '../spectrum/power-spectrum.ts';

/** Constants of the A-weighting curve: IEC 61672-1:2013, Annex E. */
const F1 = 20.598997;
const F2 = 107.65265;
const F3 = 737.86223;
const F4 = 12194.217;

/** Normalises the curve to 0 dB at 1 kHz. */
const AT_1_KHZ_DB = 1.9997;

/** A-weighting in dB; minus infinity at 0 Hz. */
export function aWeightingDb(frequencyHz: number): number {
  const square = frequencyHz ** 2;
  const part =
    (F4 ** 2 * square ** 2) /
    ((square + F1 ** 2) * Math.sqrt((square + F2 ** 2) * (square + F3 ** 2)) * (square + F4 ** 2));
  return 20 * Math.log10(part) + AT_1_KHZ_DB;
}

/** Equivalent noise bandwidth of the window, in bins (Harris 1978, Table 1). */
const NOISE_BANDWIDTH_BINS = 2.0044;

/** A-weighted level in dB relative to a full-scale sine. The number of samples must be a power of two. */
function weightedLevelDb(samples: Float32Array, rateHz: number): number {
  const powers = powerSpectrum(samples, samples.length / 2);
  const weights = weightsFor(samples.length, rateHz);
  let sum = 0;
  for (let bin = 1; bin < powers.length; bin += 1) sum += (powers[bin] ?? 0) * (weights[bin] ?? 0);
  return levelDb((2 * sum) / NOISE_BANDWIDTH_BINS);
}

let known = { length: 0, rateHz: 0, weights: new Float64Array() };

function weightsFor(length: number, rateHz: number): Float64Array {
  if (known.length !== length || known.rateHz !== rateHz) {
    const weights = Float64Array.from(
      { length: length / 2 },
      (_, bin) => 10 ** (aWeightingDb((bin * rateHz) / length) / 10),
    );
    known = { length, rateHz, weights };
  }
  return known.weights;
}

/** The reading of a reference meter while this one measured `levelDb`. */
export interface Calibration {
  readonly levelDb: number;
  readonly referenceDba: number;
}

export interface Loudness {
  readonly levelDb: number;
  /** Above the quietest second so far. */
  readonly aboveQuietestDb: number;
  /** Null until it is calibrated. */
  readonly dba: number | null;
  /** Uncertainty of `dba`, ± dB (about one standard deviation). */
  readonly uncertaintyDb: number;
}

/** Accuracy of a phone's sound level app (Kardous & Shaw, JASA 135, 2014: ±2 dB(A)). */
const REFERENCE_DB = 2;

/** Microphones are not linear: additional uncertainty per 10 dB away from the calibration level. */
const PER_10_DB = 0.5;

/** Number of pieces that are averaged, so that a click has little effect. */
const PIECES = 8;

export class LoudnessMeter {
  readonly #recent: number[] = [];
  #quietestDb = Infinity;

  process(samples: Float32Array, rateHz: number): void {
    this.#recent.push(weightedLevelDb(samples, rateHz));
    if (this.#recent.length > PIECES) this.#recent.shift();
    if (this.#recent.length === PIECES) this.#quietestDb = Math.min(this.#quietestDb, this.#levelDb());
  }

  loudness(calibration: Calibration | null): Loudness | null {
    if (this.#recent.length < PIECES) return null;
    const levelDb = this.#levelDb();
    const aboveDb = calibration ? levelDb - calibration.levelDb : 0;
    return {
      levelDb,
      aboveQuietestDb: Math.max(0, levelDb - this.#quietestDb),
      dba: calibration && calibration.referenceDba + aboveDb,
      uncertaintyDb: REFERENCE_DB + (PER_10_DB * Math.abs(aboveDb)) / 10,
    };
  }

  #levelDb(): number {
    return levelDb(this.#recent.reduce((sum, level) => sum + 10 ** (level / 10), 0) / this.#recent.length);
  }
}
