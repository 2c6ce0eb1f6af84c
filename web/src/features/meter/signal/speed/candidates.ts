import { type Line, linesIn } from '../spectrum/lines.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { type Comb, combScore, fittedComb, mayBeHum, reachHz } from './comb.ts';

/** The range in which a blade-pass frequency is searched. */
const MIN_PASS_HZ = 8;
const TOP_PASS_HZ = 500;

const STRONGEST = 16;
const ORDERS = [1, 2, 3, 4, 5, 6] as const;
const SAME_SHARE = 0.004;

export const tonesIn = (spectrum: SteadySpectrum): Line[] =>
  linesIn(spectrum, 3, 1240).filter(({ frequencyHz }) => !mayBeHum(frequencyHz));

/** Combs to which one of the strongest tones may belong, the best explanation first. */
export function candidateCombs(spectrum: SteadySpectrum, tones: readonly Line[]): Comb[] {
  const strongest = tones.toSorted((a, b) => b.excessDb - a.excessDb).slice(0, STRONGEST);
  const frequencies = strongest
    .flatMap(({ frequencyHz }) => ORDERS.map((order) => frequencyHz / order))
    .filter((hertz) => hertz >= MIN_PASS_HZ && hertz <= TOP_PASS_HZ)
    .toSorted((a, b) => a - b)
    .filter((hertz, at, all) => at === 0 || hertz > (all[at - 1] ?? 0) * (1 + SAME_SHARE / 4));
  return frequencies
    .map((hertz) => fittedComb(spectrum, hertz))
    .map((comb) => ({ comb, score: combScore(comb) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ comb }) => comb);
}

/** Limits that distinguish a fan, which sounds all the time, from music and voices, whose tones come and go. */
const FROM_HZ = 60;
/** In noise, the second loudest of 17 moments is hardly ever this far above the median. */
const SURGE_DB = 13;
const SURGE_SHARE = 0.01;
/** Varying tones are tolerated if the fan is this much louder. */
const QUIETER_DB = 10;

/** Whether there are varying tones that are not much quieter than the comb's. */
export function hasOtherSounds({ levels, peaks, binHz }: SteadySpectrum, comb: Comb | null): boolean {
  const loudest = Math.max(...(comb?.teeth ?? []).map(({ levelDb }) => levelDb), -Infinity);
  const from = Math.ceil(FROM_HZ / binHz);
  let surges = 0;
  for (let bin = from; bin < levels.length; bin += 1) {
    const peak = peaks[bin] ?? 0;
    if (peak - (levels[bin] ?? 0) < SURGE_DB || peak < loudest - QUIETER_DB) continue;
    if (!comb || !isNearTooth(bin * binHz, comb)) surges += 1;
  }
  return surges > SURGE_SHARE * (levels.length - from);
}

const isNearTooth = (hertz: number, { frequencyHz }: Comb): boolean =>
  Math.abs(hertz - Math.max(1, Math.round(hertz / frequencyHz)) * frequencyHz) < 2 + 3 * reachHz(hertz);

/** A fan always has air noise: the maximum ratio of tones to noise, in dB. */
const PUREST_DB = 40;

export function isTooPure({ floor }: SteadySpectrum, { teeth }: Comb): boolean {
  const noise = floor.reduce((sum, level) => sum + 10 ** (level / 10), 0);
  const tones = teeth.reduce((sum, { levelDb }) => sum + 10 ** (levelDb / 10), 0);
  return 10 * Math.log10(tones / noise) > PUREST_DB;
}
