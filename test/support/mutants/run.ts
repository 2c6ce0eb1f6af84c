/**
 * Tests the tests: plants faults, one at a time, runs the nearest tests that import the file, and lists the faults that
 * none of them notices (docs/decisions/testing.md).
 * `node run.ts [--sample 500] [--seed 1] [--from 1] [--files 12] [--least 85] [path…]`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { refusedByCompiler } from './compiler.ts';
import type { Mutant } from './mutations.ts';
import { planted } from './planted.ts';
import { nearestTests } from './nearest-tests.ts';
import { sampleOf } from './sample.ts';
import { TestRunner } from './test-runner.ts';

process.chdir(join(import.meta.dirname, '../../..'));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    /** The first one to try, to go on where a run was interrupted. */
    from: { type: 'string', default: '1' },
    /** Test files for each mutant. */
    files: { type: 'string', default: '12' },
    /** Percent that the tests have to notice. */
    least: { type: 'string', default: '0' },
  },
});

/** Its place, and the code before and after. */
function described({ path, line, start, end, text }: Mutant): string {
  const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${path}:${line}  ${short(readFileSync(path, 'utf8').slice(start, end))}  →  ${short(text)}`;
}

/** The mutants that no test notices. */
async function unnoticed(mutants: readonly Mutant[]): Promise<Mutant[]> {
  const runner = await TestRunner.start();
  const tests = nearestTests(Number(values.files), (test) => runner.msOf(test));
  const survivors: Mutant[] = [];
  const killers = new Set<string>();
  for (const [index, mutant] of mutants.entries()) {
    const text = described(mutant);
    const restore = planted(mutant);
    const killer = await runner.failing(tests.of(mutant.path), mutant.path).finally(restore);
    console.log(`${index + Number(values.from)}/${values.sample} ${killer ?? 'SURVIVED'}  ${text}`);
    if (killer === null) survivors.push(mutant);
    else {
      console.log(`    ${runner.reason}`);
      killers.add(killer);
      tests.note(killer);
    }
  }
  const unproven = [...killers].filter((test) => !runner.hasPassed(test));
  const unsound = await runner.failing(unproven);
  if (unsound) throw new Error(`${unsound} fails without a fault, too, so it has noticed none.`);
  await runner.close();
  return survivors;
}

/** The features of the product, and the parts of the web and the stack. */
const folderOf = ({ path }: Mutant): string => path.split('/').slice(0, 2).join('/');

const sample = sampleOf(positionals, Number(values.sample), Number(values.seed));
const mutants = sample.slice(Number(values.from) - 1);
const survivors = await unnoticed(mutants);
const refused = refusedByCompiler(survivors);
for (const mutant of survivors) if (!refused.has(mutant)) console.log(`not noticed: ${described(mutant)}`);

/** What a table of the scores says of some mutants. */
function scoreOf(folder: string, some: readonly Mutant[]): string {
  const missed = some.filter((mutant) => survivors.includes(mutant) && !refused.has(mutant)).length;
  const byCompiler = some.filter((mutant) => refused.has(mutant)).length;
  const percent = Math.round((100 * (some.length - missed)) / some.length);
  return `| ${folder} | ${some.length} | ${some.length - missed - byCompiler} | ${byCompiler} | ${missed} | ${percent} % |`;
}

console.log(
  '\n| folder | mutants | by tests | by the compiler | not noticed | score |\n|---|---|---|---|---|---|',
);
for (const [folder, some = []] of Object.entries(Object.groupBy(mutants, folderOf)).toSorted())
  console.log(scoreOf(folder, some));
console.log(scoreOf('all', mutants));
const noticed = mutants.length - survivors.length + refused.size;
process.exit((100 * noticed) / mutants.length < Number(values.least) ? 1 : 0);
