/** A comb, moment by moment. */
import type { Frames } from '../spectrum/frames.ts';
import { mean, median } from '../spectrum/order-statistics.ts';
import type { Comb } from './comb.ts';

export interface Track {
  /** Of the first tooth, in Hz, one a frame, the oldest first. */
  readonly frequenciesHz: readonly number[];
  /** By how much the teeth disagree about that, as a share of it, one a frame. */
  readonly spreads: readonly number[];
  /** By how much noise alone makes the clearest tooth seem to waver, as a share of its frequency. */
  readonly jitter: number;
  /** Of the strongest teeth, in dB about their own middle, one a frame. */
  readonly levelsDb: readonly number[];
}

const TEETH = 4;
/** How far a frame may be from what lasts. */
const REACH = 0.02;

/** Follows the strongest teeth through the frames. */
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

/** With a part of a bin, by a parabola. */
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

/** Whether most moments have the frequency of all. */
export const hasOneSpeed = ({ frequenciesHz }: Track, frequencyHz: number): boolean =>
  frequenciesHz.filter((hertz) => Math.abs(hertz / frequencyHz - 1) < SAME_SPEED).length >=
  MOST * frequenciesHz.length;

/** Whether it sounds at all moments: a note begins or ends. */
export const isThroughout = ({ levelsDb }: Track): boolean =>
  levelsDb.filter((level) => Math.abs(level) < SAME_LEVEL_DB).length >= 0.95 * levelsDb.length;

/** What turns is never as constant as what is computed: as a share of the frequency. */
const TOO_CONSTANT = 4e-5;
/** What wavers less may be a constant tone, in noise. */
const LEAST_JITTERS = 1.25;

export const isTooConstant = (track: Track): boolean =>
  departureOf(track) < Math.max(TOO_CONSTANT, LEAST_JITTERS * track.jitter);

/**
 * Those of music waver each by itself, where other notes come and go beside them; and so does each of a note that is held,
 * where it is about as quiet as the noise: 0.6 and more.
 */
const MOST_SPREAD = 0.5;

/** Whether all teeth go along with the speed, as those of one rotor do. */
export const waverTogether = (track: Track): boolean =>
  median(track.spreads) <= MOST_SPREAD * departureOf(track);

/** How far the frequency usually is from its middle, as a share of it. */
function departureOf({ frequenciesHz }: Track): number {
  const middle = median(frequenciesHz);
  return median(frequenciesHz.map((hertz) => Math.abs(hertz / middle - 1)));
}
