import { spawnSync } from 'node:child_process';
import type { Mutant } from './mutations.ts';
import { planted } from './planted.ts';

const TSC = 'node_modules/.bin/tsc';

/** Of these mutants, those in whose file the compiler finds an error. It runs over one mutant of each file at a time. */
export function refusedByCompiler(mutants: readonly Mutant[]): Set<Mutant> {
  const refused = new Set<Mutant>();
  const byFile = Object.values(Object.groupBy(mutants, ({ path }) => path)) as Mutant[][];
  const rounds = Math.max(0, ...byFile.map(({ length }) => length));
  for (let round = 0; round < rounds; round++) {
    const some = byFile.flatMap((ofFile) => ofFile.slice(round, round + 1));
    const faulty = filesWithErrors(some);
    for (const mutant of some) if (faulty.has(mutant.path)) refused.add(mutant);
  }
  return refused;
}

function filesWithErrors(mutants: readonly Mutant[]): Set<string> {
  const restores = mutants.map(planted);
  const { stdout } = spawnSync(TSC, ['-b', '--pretty', 'false'], { encoding: 'utf8' });
  for (const restore of restores) restore();
  return new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path));
}
