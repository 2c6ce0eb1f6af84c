import type { SourceStream } from './source-probe.ts';

export interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

/** Parses `30000/1001` or `16:11`; `undefined` if it is zero or no number. */
export function parseFraction(text: string | undefined): Fraction | undefined {
  const [, numerator, denominator] = /^(\d+)[/:](\d+)$/.exec(text ?? '') ?? [];
  if (!Number(numerator) || !Number(denominator)) return undefined;
  return { numerator: Number(numerator), denominator: Number(denominator) };
}

export const valueOf = ({ numerator, denominator }: Fraction): number => numerator / denominator;

export const sampleAspectRatio = (stream: SourceStream): Fraction =>
  parseFraction(stream.sample_aspect_ratio) ?? { numerator: 1, denominator: 1 };

const USUAL_RATES: readonly Fraction[] = [
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60, denominator: 1 },
];
const MAX_RATE = 240;
/** Below this frame rate players start and seek badly, so frames are repeated. */
const [MIN_RATE, REPEATED_RATE] = [10, 24];

const oftenEnough = (rate: Fraction): Fraction => ({
  numerator: rate.numerator * Math.ceil(REPEATED_RATE / valueOf(rate)),
  denominator: rate.denominator,
});

/**
 * The constant frame rate of an output. For a variable rate (ffprobe's two values differ), it is the next standard rate
 * above the mean, so that no frame is dropped.
 */
export function frameRateOf(stream: SourceStream): Fraction {
  const real = parseFraction(stream.r_frame_rate);
  const mean = parseFraction(stream.avg_frame_rate);
  if (real && valueOf(real) <= MAX_RATE && (!mean || valueOf(real) / valueOf(mean) < 1.05))
    return valueOf(real) < MIN_RATE ? oftenEnough(real) : real;
  const needed = mean ? valueOf(mean) * 0.99 : 30;
  return USUAL_RATES.find((rate) => valueOf(rate) >= needed) ?? { numerator: 60, denominator: 1 };
}
