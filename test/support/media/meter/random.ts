import { seededRandom } from '../../runner/seeded-random.ts';

/** A seeded random generator: the same seed creates the same sounds. */
export interface RandomSource {
  /** From 0 inclusive to 1 exclusive. */
  readonly unit: () => number;
  readonly between: (low: number, high: number) => number;
  /** An integer, both bounds inclusive. */
  readonly whole: (low: number, high: number) => number;
  readonly normal: () => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
}

export function chance(seed: number): RandomSource {
  const unit = seededRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * unit();
  return {
    unit,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    // Box-Muller transform.
    normal: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
    oneOf: <T>(choices: readonly T[]) => choices[Math.floor(unit() * choices.length)] as T,
  };
}
