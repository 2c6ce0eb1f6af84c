/** How one sound passes into another without being heard to. Pure; samples are of one channel, from -1 to 1. */

export interface Seam {
  /** What the incoming sound is multiplied by to be as loud as the outgoing one. */
  readonly level: number;
  /** By how much it is delayed, in seconds, so that what both have in common (a hum) lies on top of each other. */
  readonly lagS: number;
  /** How alike both then are, from 0, of two noises, to 1, of one hum. */
  readonly likeness: number;
}

/** What is known of sounds that could not be compared. */
export const UNKNOWN_SEAM: Seam = { level: 1, lagS: 0, likeness: 0 };

/** Half a period of 20 Hz: any hum finds its like within. */
const MAX_LAG_S = 0.025;
/** First every so many samples, then each around the best. */
const COARSE_STEP = 4;
/** Less is chance: even two noises have a little in common for a moment. */
const LEAST_LIKENESS = 0.1;
/** 1 dB: of a sound that surges, a moment says no more. */
const LEAST_LEVEL = 10 ** (1 / 20);
/** 12 dB: where there is more between them one of both is hardly a sound. */
const MOST_LEVEL = 10 ** (12 / 20);

/**
 * Compares what is heard with what is to follow it, both as they are at the same moments. The lag is chosen by the first
 * half and judged by the second, so that no chance is taken for a likeness.
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
  const isAlike = likeness >= LEAST_LIKENESS;
  return {
    level: levelBetween(powerOf(outgoing), powerOf(incoming)),
    lagS: isAlike ? lag / sampleRate : 0,
    likeness: isAlike ? likeness : 0,
  };
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** Of two sounds of the same length: their correlation. */
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
  return distance > LEAST_LEVEL && distance < MOST_LEVEL ? level : 1;
}

export interface CrossfadeCurves {
  readonly outgoing: Float32Array<ArrayBuffer>;
  readonly incoming: Float32Array<ArrayBuffer>;
}

/** Between two of them a gain goes straight (W3C Web Audio §1.6.3, `setValueCurveAtTime`). */
const POINTS = 129;

/**
 * Gains from `gain` to nothing, and from nothing to the incoming one's own, under which the power of both together stays
 * what it was: as of two noises (cos² + sin² = 1), less what alike sounds add to each other.
 */
export function crossfadeCurves({ level, likeness }: Seam, gain: number): CrossfadeCurves {
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
