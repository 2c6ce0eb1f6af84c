/**
 * Counts the blades. No two are identical, so that the shaft produces tones at the multiples of rpm ÷ 60, between the teeth
 * of the blades' comb and weaker. The number of shaft tones per blade-pass frequency is the number of blades.
 */
import type { Line } from '../spectrum/lines.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { median } from '../spectrum/order-statistics.ts';
import { type Comb, reachHz } from './comb.ts';
import { betweenTeeth } from './octaves.ts';

const MIN_BLADES = 3;
const MAX_BLADES = 7;

const HIGHEST_ORDER = 3.2;
const CLEAR_DB = 12;
/** Six blades with identical opposite ones sound like three; at this level above the noise the other tones would be detected. */
const CLEAR_OF_TWICE_DB = 20;
const MIN_TONES = 3;
const MIN_SHARE = 0.6;
const EXPLAINED_SHARE = 0.9;

/** Tones between a comb's teeth, up to slightly above its third. */
const tonesBetween = (tones: readonly Line[], { frequencyHz }: Comb): Line[] =>
  tones.filter(
    (tone) => tone.frequencyHz < HIGHEST_ORDER * frequencyHz && !isAtMultiple(tone.frequencyHz, frequencyHz),
  );

export function isAtMultiple(hertz: number, ofHz: number): boolean {
  const order = Math.max(1, Math.round(hertz / ofHz));
  return Math.abs(hertz - order * ofHz) <= Math.min(reachHz(hertz) + 0.3, MAX_SHARE_OF_DISTANCE * ofHz);
}

/** Limit of the tolerance, because closely spaced teeth would otherwise explain every tone. */
const MAX_SHARE_OF_DISTANCE = 0.15;

/** A shaft produces tones at this share of its positions at least. */
const MANY_SHARE = 0.4;

/** Whether the tones between the teeth may come from the shaft of a fan with `blades` blades; a single loud one does not. */
export function mayBeShaft(spectrum: SteadySpectrum, comb: Comb, blades: number): boolean {
  const positions = betweenTeeth(spectrum, comb, blades);
  return positions.filter(({ isVisible }) => isVisible).length >= MANY_SHARE * positions.length;
}

/** The number of blades if the shaft itself is detected, else null. */
export function detectedBlades(spectrum: SteadySpectrum, comb: Comb, tones: readonly Line[]): number | null {
  const between = tonesBetween(tones, comb);
  const total = between.reduce((sum, { excessDb }) => sum + excessDb, 0);
  for (let blades = 2; blades <= MAX_BLADES; blades += 1) {
    const explained = between
      .filter(({ frequencyHz }) => isAtMultiple(frequencyHz, comb.frequencyHz / blades))
      .reduce((sum, { excessDb }) => sum + excessDb, 0);
    const positions = betweenTeeth(spectrum, comb, blades);
    const visible = positions.filter(({ isVisible }) => isVisible);
    const isDetected = visible.length >= MIN_TONES && visible.length >= MIN_SHARE * positions.length;
    if (!isDetected || explained < EXPLAINED_SHARE * total) continue;
    const clearDb = blades * 2 <= MAX_BLADES ? CLEAR_OF_TWICE_DB : CLEAR_DB;
    const isClear = median(visible.map(({ excessDb }) => excessDb)) >= clearDb;
    return isClear && blades >= MIN_BLADES ? blades : null;
  }
  return null;
}
