import type { SteadySpectrum } from './steady-spectrum.ts';

/** A tone within the noise. */
export interface Line {
  readonly frequencyHz: number;
  readonly levelDb: number;
  /** Level above the surrounding noise. */
  readonly excessDb: number;
}

/** A line's minimum level above the noise, which noise alone hardly ever reaches. */
export const VISIBLE_DB = 7.5;

/** All local maxima above the noise, between two frequencies. */
export function linesIn(spectrum: SteadySpectrum, fromHz: number, toHz: number): Line[] {
  const { levels, floor, binHz } = spectrum;
  const lines: Line[] = [];
  const last = Math.min(levels.length - 2, Math.floor(toHz / binHz));
  for (let bin = Math.max(1, Math.ceil(fromHz / binHz)); bin <= last; bin += 1) {
    const level = levels[bin] ?? 0;
    if (level < (levels[bin - 1] ?? 0) || level <= (levels[bin + 1] ?? 0)) continue;
    if (level - (floor[bin] ?? 0) >= VISIBLE_DB) lines.push(lineAt(spectrum, bin));
  }
  return lines;
}

/** The highest bin within `reachHz` of a frequency as a line, even if it is not above the noise. */
export const highestNear = (spectrum: SteadySpectrum, frequencyHz: number, reachHz: number): Line =>
  lineAt(spectrum, highestBin(spectrum, frequencyHz, Math.round(reachHz / spectrum.binHz)));

interface Levels {
  readonly levels: Float32Array;
  readonly binHz: number;
}

/** The highest bin within `reach` bins of a frequency, one at least. */
export function highestBin({ levels, binHz }: Levels, frequencyHz: number, reach: number): number {
  const centre = Math.round(frequencyHz / binHz);
  let best = centre;
  for (let bin = centre - Math.max(1, reach); bin <= centre + Math.max(1, reach); bin += 1) {
    if ((levels[bin] ?? -Infinity) > (levels[best] ?? -Infinity)) best = bin;
  }
  return best;
}

/** The distance in bins from a bin to the peak of a parabola through it and its neighbours. */
export function shiftToPeak(levels: Float32Array, bin: number): number {
  const [left, centre, right] = [levels[bin - 1] ?? 0, levels[bin] ?? 0, levels[bin + 1] ?? 0];
  const bend = left - 2 * centre + right;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0;
}

/** Parabolic interpolation of three bins; its error for this window is below a hundredth of a bin. */
function lineAt({ levels, floor, binHz }: SteadySpectrum, bin: number): Line {
  const shift = shiftToPeak(levels, bin);
  const levelDb = (levels[bin] ?? 0) - 0.25 * ((levels[bin - 1] ?? 0) - (levels[bin + 1] ?? 0)) * shift;
  return { frequencyHz: (bin + shift) * binHz, levelDb, excessDb: levelDb - (floor[bin] ?? 0) };
}
