import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../../..');
/** Longer than any file takes: the fault is an endless loop. */
const LIMIT_MS = 240_000;

/** Ends a run at its first failure. Vitest's own `bail` would count those of earlier runs. */
class FirstFailure {
  vitest: Vitest | undefined;
  /** Until the workers have ended. */
  cancelling: Promise<void> | undefined;

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#cancel();
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.state() === 'failed') this.#cancel();
  }

  #cancel(): void {
    this.cancelling ??= this.vitest?.cancelCurrentRun('test-failure');
  }
}

/** One Vitest for all mutants, so that Node and Vite start once. */
export class TestRunner {
  readonly #vitest: Vitest;
  readonly #reporter: FirstFailure;
  /** The file that had a fault in the last run, and has its own text again. */
  #changed: readonly string[] = [];

  private constructor(vitest: Vitest, reporter: FirstFailure) {
    this.#vitest = vitest;
    this.#reporter = reporter;
  }

  static async start(): Promise<TestRunner> {
    const reporter = new FirstFailure();
    const options = { project: ['unit', 'screens'], watch: false, reporters: [reporter], silent: true };
    const vitest = await createVitest('test', options, {}, {});
    reporter.vitest = vitest;
    await vitest.standalone();
    await vitest.globTestSpecifications();
    return new TestRunner(vitest, reporter);
  }

  /** Runs the test files, after a change of `path`. Returns the name of one that fails, or `null`. */
  async failing(tests: readonly string[], path?: string): Promise<string | null> {
    const changed = path === undefined ? [] : [path];
    for (const file of [...this.#changed, ...changed]) this.#vitest.invalidateFile(join(ROOT, file));
    this.#changed = changed;
    // Most faults fail in the nearest file, and others beside it would cost as much again.
    return (await this.#run(tests.slice(0, 1))) ?? this.#run(tests.slice(1));
  }

  async #run(tests: readonly string[]): Promise<string | null> {
    const files = tests.flatMap((test) => this.#vitest.getModuleSpecifications(join(ROOT, test)));
    if (files.length === 0) return null;
    const ids = new Set(files.map(({ moduleId }) => moduleId));
    this.#reporter.cancelling = undefined;
    const timer = setTimeout(killWorkers, LIMIT_MS);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(files);
    clearTimeout(timer);
    await this.#reporter.cancelling;
    const modules = testModules.filter(({ moduleId }) => ids.has(moduleId));
    const failed = modules.find((module) => module.state() === 'failed');
    if (failed) return failed.relativeModuleId;
    if (unhandledErrors.length > 0) return 'an error outside of the tests';
    const isDone = modules.every((module) => ['passed', 'skipped'].includes(module.state()));
    if (!isDone) throw new Error(`Not all have run: ${tests.join(' ')}`);
    return null;
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}

/** A worker in an endless loop does not end by itself. */
const killWorkers = (): void => void execFileSync('pkill', ['-KILL', '-P', String(process.pid)]);
