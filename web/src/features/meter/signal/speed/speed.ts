/**
 * How fast a fan turns, from what lasts in its sound: within 1 %, or a reason why it cannot be told. Never a guess.
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
  /** Not even a room is heard. */
  | 'silence'
  /** Too short a time has been heard. */
  | 'listening'
  /** No tones stand out of the noise. */
  | 'no-tones'
  /** What repeats may do so at another, related speed. */
  | 'ambiguous'
  /** Music, voices, or something else whose tones come and go. */
  | 'other-sounds'
  /** Tones that no one fan makes. */
  | 'several'
  /** A tone without the noise of air, or one that may be as constant as no motor is. */
  | 'pure-tone'
  /** The speed changes while it is heard. */
  | 'changing'
  /** What is heard of the shaft is of another number of blades than was said. */
  | 'other-blades';

export interface Speed {
  /** Blades that pass in a second. */
  readonly passHz: number;
  readonly blades: number | null;
  /** Whether the number of blades was heard, rather than said. */
  readonly areBladesDetected: boolean;
  /** Null where the number of blades is unknown. */
  readonly rpm: number | null;
}

export type Estimate = { readonly speed: Speed } | { readonly whyNot: WhyNot };

/** 6.7 s of sound. */
const LEAST_FRAMES = 6;

/** `blades` as somebody has counted them, or null. */
export function estimateSpeed(frames: Frames, blades: number | null): Estimate {
  if (frames.levels.length < LEAST_FRAMES) return { whyNot: 'listening' };
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

/** What a shaft makes of unequal blades is so much quieter than the loudest tooth. */
const QUIETER_DB = 10;

function explainsLoudest({ frequencyHz, teeth }: Comb, tones: readonly Line[]): boolean {
  const loudest = Math.max(...teeth.map(({ levelDb }) => levelDb));
  return tones.every(
    (tone) => tone.levelDb < loudest - QUIETER_DB || isAtMultiple(tone.frequencyHz, frequencyHz),
  );
}

const LEAST_TEETH = 2;
const LEAST_SUM_DB = 26;

function isAudible({ teeth }: Comb): boolean {
  const visible = teeth.filter(({ isVisible }) => isVisible);
  return (
    visible.length >= LEAST_TEETH &&
    visible.reduce((sum, { excessDb }) => sum + excessDb, 0) >= LEAST_SUM_DB &&
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

/** Whether tones that neither blades nor their shaft make are a good part of all. */
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
