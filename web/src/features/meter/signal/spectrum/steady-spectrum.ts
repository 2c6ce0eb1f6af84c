import type { Frames } from './frames.ts';
import { quantile } from './order-statistics.ts';

/**
 * The constant part of a sound. The median over time of each bin keeps a fan, which sounds all the time, and removes notes
 * and syllables, which sound less than half of the time.
 */
export interface SteadySpectrum {
  readonly binHz: number;
  readonly levels: Float32Array;
  /** Level of the noise around each bin, in dB. */
  readonly floor: Float32Array;
  /** Peak over time: the second highest level of each bin, in dB. */
  readonly peaks: Float32Array;
}

export function steadySpectrum({ levels: frames, binHz }: Frames): SteadySpectrum {
  const bins = frames[0]?.length ?? 0;
  const levels = new Float32Array(bins);
  const peaks = new Float32Array(bins);
  const ofBin = new Float32Array(frames.length);
  for (let bin = 0; bin < bins; bin += 1) {
    frames.forEach((frame, at) => {
      ofBin[at] = frame[bin] ?? 0;
    });
    levels[bin] = quantile(ofBin, 0.5);
    peaks[bin] = ofBin.at(-2) ?? 0;
  }
  return { binHz, levels, floor: noiseFloor(levels, binHz), peaks };
}

/** Half of the range in which a bin's noise floor is estimated: in Hz, and for higher frequencies as a share. */
const MIN_REACH_HZ = 12;
const REACH_SHARE = 0.12;

/** The quantile of the noise: even when shaft lines fill most of a spectrum, a quarter of the bins is noise. */
const FLOOR_QUANTILE = 0.25;

/** Difference between the median of noise and its lower quartile, for medians over 12 s, in dB. */
const FLOOR_BIAS_DB = 1.5;

/** Number of floor estimates per range, with interpolation between them. */
const FLOORS_PER_REACH = 8;

/** The lower quartile of the surrounding levels, which lines do not affect if they fill less than three quarters. */
function noiseFloor(levels: Float32Array, binHz: number): Float32Array {
  const floor = new Float32Array(levels.length);
  const last = levels.length - 1;
  let [from, fromDb] = [0, floorAt(levels, 0, reachBins(0, binHz))];
  while (from < last) {
    const reach = reachBins(from, binHz);
    const to = Math.min(last, from + Math.ceil(reach / FLOORS_PER_REACH));
    const toDb = floorAt(levels, to, reachBins(to, binHz));
    for (let bin = from; bin <= to; bin += 1)
      floor[bin] = fromDb + ((toDb - fromDb) * (bin - from)) / (to - from);
    [from, fromDb] = [to, toDb];
  }
  return floor;
}

const reachBins = (bin: number, binHz: number): number =>
  Math.ceil(Math.max(MIN_REACH_HZ, bin * binHz * REACH_SHARE) / binHz);

const floorAt = (levels: Float32Array, bin: number, reach: number): number =>
  quantile(levels.slice(Math.max(2, bin - reach), bin + reach + 1), FLOOR_QUANTILE) + FLOOR_BIAS_DB;
