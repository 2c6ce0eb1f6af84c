import { type Comb, combScore, fittedComb } from './comb.ts';
import { linesIn, type Line } from '../spectrum/lines.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { mayBeHum } from './hum.ts';

/** Where a blade-pass frequency is looked for. */
export const LEAST_PASS_HZ = 8;
export const TOP_PASS_HZ = 500;

const STRONGEST = 16;
const ORDERS = [1, 2, 3, 4, 5, 6] as const;
const SAME_SHARE = 0.004;

/** All tones of a spectrum that no hum explains. */
export const tonesIn = (spectrum: SteadySpectrum): Line[] =>
  linesIn(spectrum, 3, 1240).filter(({ frequencyHz }) => !mayBeHum(frequencyHz));

/** Combs that one of the strongest tones may belong to, the one that explains most first. */
export function candidateCombs(spectrum: SteadySpectrum, tones: readonly Line[]): Comb[] {
  const strongest = tones.toSorted((a, b) => b.excessDb - a.excessDb).slice(0, STRONGEST);
  const places = strongest
    .flatMap(({ frequencyHz }) => ORDERS.map((order) => frequencyHz / order))
    .filter((hertz) => hertz >= LEAST_PASS_HZ && hertz <= TOP_PASS_HZ)
    .toSorted((a, b) => a - b)
    .filter((hertz, at, all) => at === 0 || hertz > (all[at - 1] ?? 0) * (1 + SAME_SHARE / 4));
  return places
    .map((hertz) => fittedComb(spectrum, hertz))
    .map((comb) => ({ comb, score: combScore(comb) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ comb }) => comb);
}
