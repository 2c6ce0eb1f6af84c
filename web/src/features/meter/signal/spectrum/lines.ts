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
export function highestNear(spectrum: SteadySpectrum, frequencyHz: number, reachHz: number): Line {
  const { levels, binHz } = spectrum;
  const centre = Math.round(frequencyHz / binHz);
  const reach = Math.max(1, Math.round(reachHz / binHz));
  let best = centre;
  for (let bin = centre - reach; bin <= centre + reach; bin += 1) {
    if ((levels[bin] ?? -Infinity) > (levels[best] ?? -Infinity)) best = bin;
  }
  return lineAt(spectrum, best);
}

/** Parabolic interpolation of three bins; its error for this window is below a hundredth of a bin. */
function lineAt({ levels, floor, binHz }: SteadySpectrum, bin: number): Line {
  const [left, centre, right] = [levels[bin - 1] ?? 0, levels[bin] ?? 0, levels[bin + 1] ?? 0];
  const bend = left - 2 * centre + right;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0;
  const levelDb = centre - 0.25 * (left - right) * shift;
  return { frequencyHz: (bin + shift) * binHz, levelDb, excessDb: levelDb - (floor[bin] ?? 0) };
}
