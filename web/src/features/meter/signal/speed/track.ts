import type { Frames } from '../spectrum/frames.ts';
import { highestBin, shiftToPeak } from '../spectrum/lines.ts';
import { mean, median } from '../spectrum/order-statistics.ts';
import type { Comb } from './comb.ts';

type Track = ReturnType<typeof trackOf>;

const TEETH = 4;
/** The largest deviation of a frame from the steady frequency, as a share. */
const REACH = 0.02;

export function trackOf({ levels, binHz }: Frames, { frequencyHz, teeth }: Comb) {
  const strongest = teeth
    .filter(({ isVisible }) => isVisible)
    .toSorted((a, b) => b.excessDb - a.excessDb)
    .slice(0, TEETH);
  const found = levels.map((frame) =>
    strongest.map(({ order, levelDb }) => {
      const nearHz = order * frequencyHz;
      const highest = highestBin(
        { levels: frame, binHz },
        nearHz,
        Math.max(2, Math.round((nearHz * REACH) / binHz)),
      );
      const bin = highest + shiftToPeak(frame, highest);
      return { hertz: (bin * binHz) / order, stepDb: (frame[Math.round(bin)] ?? 0) - levelDb };
    }),
  );
  const frequenciesHz = found.map((of) => median(of.map(({ hertz }) => hertz)));
  return {
    /** Of the first tooth, one per frame, the oldest first. */
    frequenciesHz,
    /** Apparent variation of the clearest tooth that noise alone causes, as a share of its frequency. */
    jitter: Math.min(...strongest.map((tooth) => (binHz * 10 ** (-tooth.excessDb / 20)) / tooth.frequencyHz)),
    /** Disagreement of the teeth about the frequency, as a share of it, one per frame. */
    spreads: found.map((of, at) =>
      median(of.map(({ hertz }) => Math.abs(hertz / (frequenciesHz[at] ?? 0) - 1))),
    ),
    /** Level of the strongest teeth relative to their median, one per frame. */
    levelsDb: found.map((of) => mean(of.map(({ stepDb }) => stepDb))),
  };
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
const MIN_JITTERS = 1.25;

export const isTooConstant = (track: Track): boolean =>
  departureOf(track) < Math.max(TOO_CONSTANT, MIN_JITTERS * track.jitter);

/**
 * The teeth of music vary independently (0.6 and more), because other notes come and go beside them, or because a held
 * note is about as quiet as the noise.
 */
const MAX_SPREAD = 0.5;

/** Whether all teeth vary together, as those of one rotor do. */
export const waverTogether = (track: Track): boolean =>
  median(track.spreads) <= MAX_SPREAD * departureOf(track);

/** The typical deviation of the frequency from its median, as a share. */
function departureOf({ frequenciesHz }: Track): number {
  const middle = median(frequenciesHz);
  return median(frequenciesHz.map((hertz) => Math.abs(hertz / middle - 1)));
}
