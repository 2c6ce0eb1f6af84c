/** Crossfades two sounds inaudibly. Samples are mono, from -1 to 1. */

export interface Seam {
  /** The factor that matches the incoming to the outgoing level. */
  readonly level: number;
  /** The delay in seconds that aligns common parts such as a hum. */
  readonly lagS: number;
  /** Similarity after alignment: 0 for noise, 1 for the same hum. */
  readonly likeness: number;
}

/** For sounds that cannot be compared. */
export const UNKNOWN_SEAM: Seam = { level: 1, lagS: 0, likeness: 0 };

/** Half a period of 20 Hz, so that any hum can align. */
const MAX_LAG_S = 0.025;
/** Searches in these steps, then each sample near the best. */
const COARSE_STEP = 4;
/** Lower values are chance. */
const MIN_LIKENESS = 0.1;
/** 1 dB: the precision of a short measurement. */
const MIN_LEVEL = 10 ** (1 / 20);
/** 12 dB: beyond that, one sound is nearly silent. */
const MAX_LEVEL = 10 ** (12 / 20);

/**
 * Compares simultaneous samples. The first half selects the lag and the second measures it, so that chance does not
 * count.
 */
export function seamBetween(outgoing: Float32Array, incoming: Float32Array, sampleRate: number): Seam {
  const maxLag = Math.min(Math.floor(MAX_LAG_S * sampleRate), outgoing.length >> 2);
  const [first, middle, end] = [maxLag, (outgoing.length + maxLag) >> 1, outgoing.length];
  const likenessAt = (lag: number, from: number, to: number) =>
    likenessOf(outgoing.subarray(from, to), incoming.subarray(from - lag, to - lag));
  const best = (lags: readonly number[]) =>
    lags.reduce(
      (best, lag) => {
        const likeness = likenessAt(lag, first, middle);
        return likeness > best.likeness ? { lag, likeness } : best;
      },
      { lag: 0, likeness: 0 },
    ).lag;
  const coarse = best(range(0, maxLag, COARSE_STEP));
  const lag = best(range(Math.max(0, coarse - COARSE_STEP), Math.min(maxLag, coarse + COARSE_STEP), 1));
  const likeness = likenessAt(lag, middle, end);
  const isAlike = likeness >= MIN_LIKENESS;
  return {
    level: levelBetween(powerOf(outgoing), powerOf(incoming)),
    lagS: isAlike ? lag / sampleRate : 0,
    likeness: isAlike ? likeness : 0,
  };
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** The correlation of two sounds of equal length. */
function likenessOf(one: Float32Array, other: Float32Array): number {
  let [product, onePower, otherPower] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at]!, other[at]!];
    product += a * b;
    onePower += a * a;
    otherPower += b * b;
  }
  return product === 0 ? 0 : product / Math.sqrt(onePower * otherPower);
}

const powerOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);

function levelBetween(outgoingPower: number, incomingPower: number): number {
  const level = Math.sqrt(outgoingPower / incomingPower);
  const distance = Math.max(level, 1 / level);
  return distance > MIN_LEVEL && distance < MAX_LEVEL ? level : 1;
}

/** Web Audio interpolates linearly between points (W3C Web Audio §1.6.3, `setValueCurveAtTime`). */
const POINTS = 129;

/** Gain curves of constant total power: those of noise (cos² + sin² = 1), reduced by what similar sounds add. */
export function crossfadeCurves({ level, likeness }: Seam, gain: number) {
  const outgoing = new Float32Array(POINTS);
  const incoming = new Float32Array(POINTS);
  for (let point = 0; point < POINTS; point += 1) {
    const angle = ((point / (POINTS - 1)) * Math.PI) / 2;
    const evenly = gain / Math.sqrt(1 + likeness * Math.sin(2 * angle));
    outgoing[point] = evenly * Math.cos(angle);
    incoming[point] = evenly * level * Math.sin(angle);
  }
  return { outgoing, incoming };
}

/** The times of a loop's crossfade, in seconds. */

export const loopTimes = (durationS: number) => ({
  /** How long both are audible. */
  crossfadeS: Math.min(3, durationS / 4),
  /** The silent playback before, for a safe start and the comparison. */
  prerollS: Math.min(1.2, durationS / 6),
  /** Skipped at the end, where sound may be shorter than the picture. */
  marginS: Math.min(0.25, durationS / 20),
});

/** The time until the preroll at `placeS`; below 0 it is late. */
export function untilPrerollS(placeS: number, durationS: number): number {
  const { crossfadeS, prerollS, marginS } = loopTimes(durationS);
  return durationS - marginS - crossfadeS - prerollS - placeS;
}

/** Shorter fades click. */
const SHORTEST_CROSSFADE_S = 0.03;

/** The length of a crossfade that starts now, shortened if late. */
export function crossfadeFromS(placeS: number, durationS: number): number {
  const { crossfadeS, marginS } = loopTimes(durationS);
  return Math.max(SHORTEST_CROSSFADE_S, Math.min(crossfadeS, durationS - marginS - placeS));
}
