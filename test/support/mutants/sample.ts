import { globSync, readFileSync } from 'node:fs';
import { mutantsOf, type Mutant } from './mutations.ts';

/** Rules of the product that need neither a browser nor a running site. */
const SCOPE = [
  'functions/**/*.service.ts',
  'functions/base/**/*.ts',
  'shared/**/*.ts',
  'web/src/**/*.machine.ts',
  'web/src/**/*-state.ts',
  'infra/cloud/**/*.ts',
];

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many mutants of these files, or of all in scope, in random order. */
export function sampleOf(patterns: readonly string[], size: number, seed: number): Mutant[] {
  const random = randomNumbers(seed);
  return [...new Set(globSync(patterns.length > 0 ? [...patterns] : SCOPE))]
    .toSorted()
    .flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')))
    .map((mutant) => ({ mutant, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
