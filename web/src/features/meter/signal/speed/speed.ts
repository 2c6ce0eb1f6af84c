/**
 * Measures a fan's speed from the constant part of its sound: within 1 %, or with a reason why that is impossible.
 */
import type { Frames } from '../spectrum/frames.ts';
import { type Line, VISIBLE_DB } from '../spectrum/lines.ts';
import { steadySpectrum, type SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { detectedBlades, isAtMultiple, mayBeShaft } from './blades.ts';
import { candidateCombs, hasOtherSounds, isTooPure, tonesIn } from './candidates.ts';
import type { Comb } from './comb.ts';
import { mayBeMultiple, mayBePart } from './octaves.ts';
import { hasOneSpeed, isThroughout, isTooConstant, trackOf, waverTogether } from './track.ts';

export type WhyNot =
  | 'silence'
  /** The sound is still too short. */
  | 'listening'
  /** There are no tones above the noise. */
  | 'no-tones'
  /** The sound also fits another, related speed. */
  | 'ambiguous'
  /** Music, voices, or something else whose tones come and go. */
  | 'other-sounds'
  /** Tones that do not come from a single fan. */
  | 'several'
  /** A tone without air noise, or more constant than any motor. */
  | 'pure-tone'
  /** The speed changes during the measurement. */
  | 'changing'
  /** The detected number of blades differs from the given one. */
  | 'other-blades';

export interface Speed {
  /** Blades that pass in a second. */
  readonly passHz: number;
  readonly blades: number | null;
  /** Whether the number of blades was detected rather than given. */
  readonly areBladesDetected: boolean;
  readonly rpm: number | null;
}

export type Estimate = { readonly speed: Speed } | { readonly whyNot: WhyNot };

/** 6.7 s of sound. */
const MIN_FRAMES = 6;

/** Estimates the speed. `blades`: as counted by a person, or null. */
export function estimateSpeed(frames: Frames, blades: number | null): Estimate {
  if (frames.levels.length < MIN_FRAMES) return { whyNot: 'listening' };
  const spectrum = steadySpectrum(frames);
  const tones = tonesIn(spectrum);
  const combs = candidateCombs(spectrum, tones).filter(isAudible);
  const comb = combs.find(
    (candidate) => explainsLoudest(candidate, tones) && isBladePass(spectrum, candidate, blades),
  );
  const whyNot = doubt(frames, spectrum, { combs, comb });
  if (!comb || whyNot) return { whyNot: whyNot ?? 'ambiguous' };
  const detected = detectedBlades(spectrum, comb, tones);
  if (detected !== null && blades !== null && detected !== blades) return { whyNot: 'other-blades' };
  if (areSeveral(spectrum, comb, { tones, blades: blades ?? detected })) return { whyNot: 'several' };
  return { speed: speedOf(comb, blades, detected) };
}

const isBladePass = (spectrum: SteadySpectrum, comb: Comb, blades: number | null): boolean =>
  !mayBeMultiple(spectrum, comb, blades) && !mayBePart(spectrum, comb);

/** Shaft tones are at least this much quieter than the loudest tooth. */
const QUIETER_DB = 10;

function explainsLoudest({ frequencyHz, teeth }: Comb, tones: readonly Line[]): boolean {
  const loudest = Math.max(...teeth.map(({ levelDb }) => levelDb));
  return tones.every(
    (tone) => tone.levelDb < loudest - QUIETER_DB || isAtMultiple(tone.frequencyHz, frequencyHz),
  );
}

const MIN_TEETH = 2;
const MIN_SUM_DB = 26;

function isAudible({ teeth }: Comb): boolean {
  const visible = teeth.filter(({ isVisible }) => isVisible);
  return (
    visible.length >= MIN_TEETH &&
    visible.reduce((sum, { excessDb }) => sum + excessDb, 0) >= MIN_SUM_DB &&
    visible.some(({ order }) => order <= 2)
  );
}

interface Found {
  readonly combs: readonly Comb[];
  readonly comb: Comb | undefined;
}

function doubt(frames: Frames, spectrum: SteadySpectrum, { combs, comb }: Found): WhyNot | null {
  if (hasOtherSounds(spectrum, comb ?? null)) return 'other-sounds';
  if (!comb) return combs.length === 0 ? 'no-tones' : 'ambiguous';
  if (isTooPure(spectrum, comb)) return 'pure-tone';
  const track = trackOf(frames, comb);
  if (!isThroughout(track)) return 'other-sounds';
  if (isTooConstant(track)) return 'pure-tone';
  if (!waverTogether(track)) return 'other-sounds';
  return hasOneSpeed(track, comb.frequencyHz) ? null : 'changing';
}

const OTHERS_SHARE = 0.15;

interface Tones {
  readonly tones: readonly Line[];
  readonly blades: number | null;
}

/** Whether a significant share of the tones comes neither from the blades nor from the shaft. */
function areSeveral(spectrum: SteadySpectrum, comb: Comb, { tones, blades }: Tones): boolean {
  const shaftHz = blades !== null && mayBeShaft(spectrum, comb, blades) ? comb.frequencyHz / blades : null;
  const isOurs = (hertz: number) =>
    isAtMultiple(hertz, comb.frequencyHz) || (shaftHz !== null && isAtMultiple(hertz, shaftHz));
  const sum = (lines: readonly Line[]) =>
    lines.reduce((total, { excessDb }) => total + excessDb - VISIBLE_DB, 0);
  const foreign = tones.filter((tone) => !isOurs(tone.frequencyHz));
  return sum(foreign) > OTHERS_SHARE * sum(tones);
}

function speedOf({ frequencyHz }: Comb, counted: number | null, detected: number | null): Speed {
  const blades = counted ?? detected;
  return {
    passHz: frequencyHz,
    blades,
    areBladesDetected: counted === null && detected !== null,
    rpm: blades === null ? null : (frequencyHz * 60) / blades,
  };
}
