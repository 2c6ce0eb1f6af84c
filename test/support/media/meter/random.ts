/** A seeded random generator (mulberry32): the same seed creates the same sounds. */
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
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
