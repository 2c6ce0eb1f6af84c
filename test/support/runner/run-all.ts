/**
 * Runs `npm test` and `test/full`. A failed file of browser tests runs once more, alone and with a new site, and is
 * reported as passed on retry (docs/decisions/testing.md). `node run-all.ts [--project=NAME] [--shard=1/4]
 * [--root=FOLDER]`
 */
import { createVitest, parseCLI, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { synthesizedTemplate } from './site-template.ts';
import { PROJECTS } from './projects.ts';
import { nameOf } from './test-names.ts';

/** These run in a browser next to encoders, which a busy machine may slow down. */
const WITH_SECOND_TRY = new Set(['browsers', 'live', 'webkit', 'quiet']);
/** If more files fail than this, the machine is not the cause. */
const MAX_SECOND_TRIES = 5;

async function runAll(vitest: Vitest): Promise<void> {
  const { testModules, unhandledErrors } = await vitest.start();
  const failed = testModules.filter(hasFailed);
  const mayTryAgain =
    failed.length <= MAX_SECOND_TRIES && failed.every(({ project }) => WITH_SECOND_TRY.has(project.name));
  if (failed.length === 0 || unhandledErrors.length > 0 || !mayTryAgain) return;
  const failures = failed.flatMap(failuresOf);
  console.log(`\nRetrying each file separately:\n${failures.map(({ text }) => text).join('\n')}\n`);
  for (const module of failed) {
    const again = await vitest.runTestSpecifications([module.toTestSpecification()]);
    if (again.unhandledErrors.length > 0) return;
  }
  if (vitest.state.getTestModules().some(hasFailed)) return;
  console.log(`\nPassed only on retry\n${failures.map(({ text }) => text).join('\n')}\n`);
  if (process.env['GITHUB_ACTIONS'])
    for (const { name, file } of failures)
      console.log(`::warning file=${file}::Passed only on retry: ${name}`);
  process.exitCode = 0;
}

const hasFailed = (module: TestModule): boolean => module.state() === 'failed';

interface Failure {
  readonly name: string;
  readonly file: string;
  /** The test's name and error. */
  readonly text: string;
}

function failuresOf(module: TestModule): Failure[] {
  const suites = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const failure = (of: TestModule | TestCase, error?: { readonly message: string }): Failure => ({
    name: nameOf(of),
    file: module.relativeModuleId,
    text: `  ${nameOf(of)}\n    ${error?.message.split('\n')[0] ?? ''}`,
  });
  return [
    ...suites.map((error) => failure(module, error)),
    ...[...module.children.allTests('failed')].map((test) => failure(test, test.result().errors?.[0])),
  ];
}

// Journeys and attacks run on the site that would be deployed.
synthesizedTemplate();
const { options, filter } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await createVitest('test', { project: [...PROJECTS], ...options, watch: false }, {}, {});
if (filter.length > 0) throw new Error(`File names are not supported: ${filter.join(' ')}`);
await runAll(vitest).finally(() => vitest.exit());
