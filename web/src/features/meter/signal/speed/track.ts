import type { Frames } from '../spectrum/frames.ts';
import { mean, median } from '../spectrum/order-statistics.ts';
import type { Comb } from './comb.ts';

interface Track {
  /** Frequency of the first tooth in Hz, one per frame, the oldest first. */
  readonly frequenciesHz: readonly number[];
  /** Disagreement of the teeth about it, as a share of it, one per frame. */
  readonly spreads: readonly number[];
  /** Apparent variation of the clearest tooth that noise alone causes, as a share of its frequency. */
  readonly jitter: number;
  /** Level of the strongest teeth relative to their median, in dB, one per frame. */
  readonly levelsDb: readonly number[];
}

const TEETH = 4;
/** The largest deviation of a frame from the steady frequency, as a share. */
const REACH = 0.02;

export function trackOf({ levels, binHz }: Frames, { frequencyHz, teeth }: Comb): Track {
  const strongest = teeth
    .filter(({ isVisible }) => isVisible)
    .toSorted((a, b) => b.excessDb - a.excessDb)
    .slice(0, TEETH);
  const found = levels.map((frame) =>
    strongest.map(({ order, levelDb }) => {
      const bin = highestBin(frame, order * frequencyHz, binHz);
      return { hertz: (bin * binHz) / order, stepDb: (frame[Math.round(bin)] ?? 0) - levelDb };
    }),
  );
  const frequenciesHz = found.map((of) => median(of.map(({ hertz }) => hertz)));
  return {
    frequenciesHz,
    jitter: Math.min(...strongest.map((tooth) => (binHz * 10 ** (-tooth.excessDb / 20)) / tooth.frequencyHz)),
    spreads: found.map((of, at) =>
      median(of.map(({ hertz }) => Math.abs(hertz / (frequenciesHz[at] ?? 0) - 1))),
    ),
    levelsDb: found.map((of) => mean(of.map(({ stepDb }) => stepDb))),
  };
}

/** The highest bin, with parabolic interpolation. */
function highestBin(frame: Float32Array, nearHz: number, binHz: number): number {
  const reach = Math.max(2, Math.round((nearHz * REACH) / binHz));
  const centre = Math.round(nearHz / binHz);
  let best = centre;
  for (let bin = centre - reach; bin <= centre + reach; bin += 1) {
    if ((frame[bin] ?? -Infinity) > (frame[best] ?? -Infinity)) best = bin;
  }
  const [left, middle, right] = [frame[best - 1] ?? 0, frame[best] ?? 0, frame[best + 1] ?? 0];
  const bend = left - 2 * middle + right;
  return best + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0);
}

const SAME_SPEED = 0.008;
const SAME_LEVEL_DB = 6;
const MOST = 0.85;

export const hasOneSpeed = ({ frequenciesHz }: Track, frequencyHz: number): boolean =>
  frequenciesHz.filter((hertz) => Math.abs(hertz / frequencyHz - 1) < SAME_SPEED).length >=
  MOST * frequenciesHz.length;

/** Whether it sounds all the time, unlike a note. */
export const isThroughout = ({ levelsDb }: Track): boolean =>
  levelsDb.filter((level) => Math.abs(level) < SAME_LEVEL_DB).length >= 0.95 * levelsDb.length;

/** Rotating machines vary more than synthesised tones: the limit as a share of the frequency. */
const TOO_CONSTANT = 4e-5;
/** A smaller variation may be a constant tone in noise. */
const LEAST_JITTERS = 1.25;

export const isTooConstant = (track: Track): boolean =>
  departureOf(track) < Math.max(TOO_CONSTANT, LEAST_JITTERS * track.jitter);

/**
 * The teeth of music vary independently (0.6 and more), because other notes come and go beside them, or because a held
 * note is about as quiet as the noise.
 */
const MOST_SPREAD = 0.5;

/** Whether all teeth vary together, as those of one rotor do. */
export const waverTogether = (track: Track): boolean =>
  median(track.spreads) <= MOST_SPREAD * departureOf(track);

/** The typical deviation of the frequency from its median, as a share. */
function departureOf({ frequenciesHz }: Track): number {
  const middle = median(frequenciesHz);
  return median(frequenciesHz.map((hertz) => Math.abs(hertz / middle - 1)));
}
