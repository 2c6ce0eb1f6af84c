/**
 * A comb: tones at the multiples of one frequency, as every periodic sound has. For a fan that is the blade-pass frequency,
 * blades × rpm ÷ 60; unequal blades add weaker tones between them, at multiples of rpm ÷ 60.
 */
import { highestNear, type Line, VISIBLE_DB } from '../spectrum/lines.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';

/** Both are ignored everywhere, because a recording may come from another country. */
const MAINS_HZ = [50, 60] as const;

/** The mains frequency varies by 0.2 Hz in 50 (ENTSO-E's standard range), and so do its multiples. */
const STRAY = 0.004;

const LINE_HZ = 0.9;

/**
 * Whether a line may be mains hum: a multiple of 50 or 60 Hz. Motors vibrate at twice the mains frequency and its
 * multiples. Such a line is evidence neither for a speed nor against one.
 */
export const mayBeHum = (frequencyHz: number): boolean =>
  MAINS_HZ.some((mainsHz) => {
    const order = Math.max(1, Math.round(frequencyHz / mainsHz));
    return Math.abs(frequencyHz - order * mainsHz) <= LINE_HZ + STRAY * frequencyHz;
  });

/** A tooth of a comb, detected or not. */
export interface Tooth extends Line {
  readonly order: number;
  readonly isVisible: boolean;
}

export interface Comb {
  readonly frequencyHz: number;
  /** The teeth that mains hum cannot mask, in order. */
  readonly teeth: readonly Tooth[];
}

const MAX_ORDER = 12;

/** Tolerance of a tooth's position: a bin or two, and the variation of the speed. */
export const reachHz = (frequencyHz: number): number => 0.4 + 0.004 * frequencyHz;

/** The tooth of an order, which may be fractional; null if hum may mask it, or beyond the spectrum. */
export function toothAt(spectrum: SteadySpectrum, frequencyHz: number, order: number): Tooth | null {
  const placeHz = frequencyHz * order;
  const topHz = (spectrum.levels.length - 2) * spectrum.binHz;
  if (mayBeHum(placeHz) || placeHz + reachHz(placeHz) > topHz) return null;
  const line = highestNear(spectrum, placeHz, reachHz(placeHz));
  return { ...line, order, isVisible: line.excessDb >= VISIBLE_DB };
}

function combAt(spectrum: SteadySpectrum, frequencyHz: number): Comb {
  const teeth = Array.from({ length: MAX_ORDER }, (_, at) => toothAt(spectrum, frequencyHz, at + 1));
  return { frequencyHz, teeth: teeth.filter((tooth) => tooth !== null) };
}

/** Strong teeth have a more precise frequency, up to this level. */
const MAX_WEIGHT_DB = 25;

/** Fits the comb to its visible teeth; twice, because the first fit may bring missed teeth into reach. */
export function fittedComb(spectrum: SteadySpectrum, nearHz: number): Comb {
  let comb = combAt(spectrum, nearHz);
  for (let round = 0; round < 2; round += 1) {
    const visible = comb.teeth.filter(({ isVisible }) => isVisible);
    const weights = visible.map(({ excessDb }) => Math.min(MAX_WEIGHT_DB, excessDb) ** 2);
    const above = visible.reduce(
      (sum, tooth, at) => sum + (weights[at] ?? 0) * tooth.order * tooth.frequencyHz,
      0,
    );
    const below = visible.reduce((sum, { order }, at) => sum + (weights[at] ?? 0) * order * order, 0);
    if (below === 0) return comb;
    comb = combAt(spectrum, above / below);
  }
  return comb;
}

const MAX_TOOTH_DB = 25;
const GAP_DB = 6;

/** How much of a spectrum a comb explains, in dB over its teeth; gaps between visible teeth count against it. */
export function combScore({ teeth }: Comb): number {
  const last = teeth.findLastIndex(({ isVisible }) => isVisible);
  return teeth
    .slice(0, last + 1)
    .reduce((sum, tooth) => sum + (tooth.isVisible ? Math.min(MAX_TOOTH_DB, tooth.excessDb) : -GAP_DB), 0);
}
