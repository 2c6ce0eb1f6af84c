/**
 * A comb: tones at the multiples of one frequency, as everything makes that repeats itself. For a fan it is the
 * blade-pass frequency, blades × rpm ÷ 60; weaker tones stand between where the blades are unlike each other, at
 * multiples of rpm ÷ 60.
 */
import { highestNear, type Line, VISIBLE_DB } from '../spectrum/lines.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';

/** Both are looked past everywhere: a recording may be of another country than its listener. */
const MAINS_HZ = [50, 60] as const;

/** Grids stray by 0.2 Hz in 50 (ENTSO-E's standard range); so does what is multiplied from them. */
const STRAY = 0.004;

/** A line is so wide, to each side. */
const LINE_HZ = 0.9;

/**
 * Whether a line there may be of the mains or of what hums with it: a multiple of 50 or 60 Hz. Magnets pull at twice the
 * mains, and what is magnetised adds the multiples. Such a line is no evidence, neither for a speed nor against one.
 */
export const mayBeHum = (frequencyHz: number): boolean =>
  MAINS_HZ.some((mainsHz) => {
    const order = Math.max(1, Math.round(frequencyHz / mainsHz));
    return Math.abs(frequencyHz - order * mainsHz) <= LINE_HZ + STRAY * frequencyHz;
  });

/** A tooth of a comb, heard or not. */
export interface Tooth extends Line {
  readonly order: number;
  readonly isVisible: boolean;
}

export interface Comb {
  readonly frequencyHz: number;
  /** Those that no hum may hide, in order. */
  readonly teeth: readonly Tooth[];
}

const MAX_ORDER = 12;

/** How far beside its place a tooth is looked for: a bin or two, and what a speed wanders. */
export const reachHz = (frequencyHz: number): number => 0.4 + 0.004 * frequencyHz;

/** The tooth of that order, which need not be whole; null where hum may hide it, or the spectrum ends. */
export function toothAt(spectrum: SteadySpectrum, frequencyHz: number, order: number): Tooth | null {
  const placeHz = frequencyHz * order;
  const topHz = (spectrum.levels.length - 2) * spectrum.binHz;
  if (mayBeHum(placeHz) || placeHz + reachHz(placeHz) > topHz) return null;
  const line = highestNear(spectrum, placeHz, reachHz(placeHz));
  return { ...line, order, isVisible: line.excessDb >= VISIBLE_DB };
}

export function combAt(spectrum: SteadySpectrum, frequencyHz: number): Comb {
  const teeth = Array.from({ length: MAX_ORDER }, (_, at) => toothAt(spectrum, frequencyHz, at + 1));
  return { frequencyHz, teeth: teeth.filter((tooth) => tooth !== null) };
}

/** A strong tooth tells a frequency better, and a high one tells that of the first better. */
const MAX_WEIGHT_DB = 25;

/** The comb whose visible teeth are where they are heard; twice, since teeth that were missed come into reach. */
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
