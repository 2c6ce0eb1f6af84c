import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';

const ROOT = join(import.meta.dirname, '../../..');
/** Longer than any file takes: the fault is an endless loop. */
const LIMIT_MS = 240_000;

/** A busy machine ends waits, too, so such a test runs again, alone. */
const ENDED_WAIT = /timed? ?out/i;

/** Two, so that files behind a failure do not start: Vitest gives a single worker all of them at once. */
const WORKERS = 2;

/** Vitest would start with the slowest. */
class GivenOrder {
  sort = async (files: TestSpecification[]): Promise<TestSpecification[]> => files;
  shard = this.sort;
}

/** Ends a run at its first failure. Vitest's own `bail` would count those of earlier runs. */
class FirstFailure {
  vitest: Vitest | undefined;
  /** The file of the first failed test. */
  file: string | undefined;
  /** What that test says. */
  reason = '';
  /** Until the workers have ended. */
  cancelling: Promise<void> | undefined;

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'failed') this.#cancel(test.module, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.state() === 'failed') this.#cancel(module, module.errors());
  }

  #cancel(module: TestModule, [error]: readonly { readonly message: string }[] = []): void {
    if (this.file === undefined) this.reason = error?.message.split('\n')[0] ?? '';
    this.file ??= module.relativeModuleId;
    this.cancelling ??= this.vitest?.cancelCurrentRun('test-failure');
  }
}

/** One Vitest for all mutants, so that Node and Vite start once. */
export class TestRunner {
  readonly #vitest: Vitest;
  readonly #reporter: FirstFailure;
  /** The file that had a fault in the last run, and has its own text again. */
  #changed: readonly string[] = [];
  /** Test files that have passed, with some fault or without. */
  readonly #passed = new Set<string>();

  private constructor(vitest: Vitest, reporter: FirstFailure) {
    this.#vitest = vitest;
    this.#reporter = reporter;
  }

  static async start(): Promise<TestRunner> {
    const reporter = new FirstFailure();
    const vitest = await createVitest('test', {
      project: ['unit', 'screens'],
      watch: false,
      reporters: [reporter],
      silent: true,
      maxWorkers: WORKERS,
      sequence: { sequencer: GivenOrder },
    });
    reporter.vitest = vitest;
    await vitest.standalone();
    await vitest.globTestSpecifications();
    return new TestRunner(vitest, reporter);
  }

  /** Why the last run has failed. */
  get reason(): string {
    return this.#reporter.reason;
  }

  hasPassed(test: string): boolean {
    return this.#passed.has(test);
  }

  /** How long a file took when it last ran, if it has. */
  msOf(test: string): number {
    const [file] = this.#vitest.getModuleSpecifications(join(ROOT, test));
    return file ? (this.#vitest.cache.getTestSpecificationResult(file)?.duration ?? 0) : 0;
  }

  /** Runs the test files, after a change of `path`. Returns the name of one that fails, or `null`. */
  async failing(tests: readonly string[], path?: string): Promise<string | null> {
    const changed = path === undefined ? [] : [path];
    for (const file of [...this.#changed, ...changed]) this.#vitest.invalidateFile(join(ROOT, file));
    this.#changed = changed;
    // Most faults fail in the nearest file, and others beside it would cost as much again.
    const failed = (await this.#run(tests.slice(0, 1))) ?? (await this.#run(tests.slice(1)));
    if (failed === null || !tests.includes(failed) || !ENDED_WAIT.test(this.reason)) return failed;
    return (
      (await this.#run([failed])) ??
      this.failing(
        tests.filter((test) => test !== failed),
        path,
      )
    );
  }

  async #run(tests: readonly string[]): Promise<string | null> {
    const files = tests.flatMap((test) => this.#vitest.getModuleSpecifications(join(ROOT, test)));
    if (files.length === 0) return null;
    const ids = new Set(files.map(({ moduleId }) => moduleId));
    this.#reporter.cancelling = undefined;
    this.#reporter.file = undefined;
    this.#reporter.reason = '';
    const timer = setTimeout(killWorkers, LIMIT_MS);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(files);
    clearTimeout(timer);
    await this.#reporter.cancelling;
    const outside = unhandledErrors.map((error) => (error as Error).message);
    // The machine is busy, which says nothing about the fault.
    if (outside.some((message) => message.includes('Timeout starting'))) return this.#run(tests);
    const modules = testModules.filter(({ moduleId }) => ids.has(moduleId));
    for (const module of modules) if (module.state() === 'passed') this.#passed.add(module.relativeModuleId);
    if (this.#reporter.file !== undefined) return this.#reporter.file;
    this.#reporter.reason = outside[0] ?? '';
    if (outside.length > 0) return 'an error outside of the tests';
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
