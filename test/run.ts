/**
 * Runs all tests, as `npm test` does: each file once, and those in a browser that failed once more, each by itself and in a
 * new world (docs/decisions/0069). `node test/run.ts [root]`
 */
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { nameOf } from './support/reporters/test-names.ts';

/** More files at once are not what a busy machine breaks. */
const MAX_SECOND_TRIES = 5;

async function runAll(vitest: Vitest): Promise<void> {
  const { testModules, unhandledErrors } = await vitest.start();
  const failed = testModules.filter(hasFailed);
  const mayTryAgain = failed.length <= MAX_SECOND_TRIES && failed.every(isInBrowser);
  if (failed.length === 0 || unhandledErrors.length > 0 || !mayTryAgain) return;
  const told = failed.flatMap(failuresOf).join('\n');
  console.log(`\nA second try, each file by itself, for\n${told}\n`);
  for (const module of failed) {
    const again = await vitest.runTestSpecifications([module.toTestSpecification()]);
    if (again.unhandledErrors.length > 0) return;
  }
  if (vitest.state.getTestModules().some(hasFailed)) return;
  console.log(`\nPassed only at the second try\n${told}\n`);
  process.exitCode = 0;
}

const hasFailed = (module: TestModule): boolean => module.state() === 'failed';
const isInBrowser = ({ relativeModuleId }: TestModule): boolean =>
  relativeModuleId.split('/').includes('e2e');

/** Each with what it failed by. */
function failuresOf(module: TestModule): string[] {
  const suites = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const tests = [...module.children.allTests('failed')];
  return [
    ...suites.map((error) => told(module, error)),
    ...tests.map((test) => told(test, test.result().errors?.[0])),
  ];
}

const told = (of: TestModule | TestCase, error?: { readonly message: string }): string =>
  `  ${nameOf(of)}\n    ${error?.message.split('\n')[0] ?? ''}`;

const vitest = await createVitest('test', { watch: false, root: process.argv[2] ?? '.' });
await runAll(vitest).finally(() => vitest.exit());
