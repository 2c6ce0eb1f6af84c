import { globSync, readFileSync } from 'node:fs';
import { seededRandom } from '../runner/seeded-random.ts';
import { mutantsOf, type Mutant } from './mutations.ts';

/** Rules of the product that need neither a browser nor a running site. */
const SCOPE = [
  'functions/**/*.service.ts',
  'functions/base/**/*.ts',
  'shared/**/*.ts',
  'web/src/**/*.machine.ts',
  'web/src/**/*-{list,queue,schedule,state,store}.ts',
  'infra/cloud/**/*.ts',
];

/** So many mutants of these files, or of all in scope, in random order. */
export function sampleOf(patterns: readonly string[], size: number, seed: number): Mutant[] {
  const random = seededRandom(seed);
  return [...new Set(globSync(patterns.length > 0 ? [...patterns] : SCOPE))]
    .toSorted()
    .flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')))
    .map((mutant) => ({ mutant, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
