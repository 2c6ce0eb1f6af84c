import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { OnAwsReporter } from './test/support/runner/on-aws.reporter.ts';
import { SlowestReporter } from './test/support/runner/slowest.reporter.ts';
import { writeGeneratedModules } from './messages/write-keys.ts';
import { inlineMessages } from './web/messages.plugin.ts';

/**
 * The tiers of the tests are folders (docs/decisions/testing.md): `npm test` runs everything outside of `test/full` and
 * `test/soak` that is not tagged `slow` or `release`, `npm run test:all` adds the rest of it and `test/full`, and `npm run soak` runs `test/soak` and the properties.
 */

const CORES = availableParallelism();
const MINUTE_MS = 60_000;

/** V8 settings for short-lived workers: collect garbage less often, and on the worker's own thread. */
const V8_FLAGS = ['--no-memory-reducer', '--heap-growing-percent=200', '--single-threaded-gc'];

/** Node keeps the code it has compiled for the processes that follow. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/fanfare-compiled');

// The bundles of the Lambdas need them before any test starts.
writeGeneratedModules();

declare module 'vitest' {
  interface ProvidedContext {
    /** How often a property is tried, as a multiple of what `npm test` does; above 1 the seeds are new in each run. */
    effort: number;
    /** Whether the compliance suites of the stand-ins ask AWS itself. */
    onAws: boolean;
  }
}

const SETUP = 'test/support/runner';
const HANDLER_SETUP = [`${SETUP}/unit.setup.ts`, `${SETUP}/requests.setup.ts`];

interface ProjectOptions {
  readonly include: string;
  /** Where the tests run. @default Node */
  readonly environment?: 'happy-dom';
  readonly exclude?: string;
  /** Groups run one after the other, and the files of a group side by side. */
  readonly group?: number;
  readonly maxWorkers: number;
  /** The longest that a test or a hook may take. */
  readonly timeoutMs: number;
  /** The longest that `expect.poll` waits. */
  readonly pollMs: number;
  readonly setupFiles?: readonly string[];
  readonly globalSetup?: string;
  readonly effort?: number;
  readonly onAws?: boolean;
}

const project = (name: string, options: ProjectOptions) => {
  const { include, exclude, group = 0, maxWorkers, timeoutMs, pollMs } = options;
  const { setupFiles = [], globalSetup, environment, effort = 1, onAws = false } = options;
  return {
    plugins: [inlineMessages('en')],
    test: {
      name,
      include: [include],
      ...(exclude && { exclude: [exclude] }),
      ...(environment && {
        environment,
        environmentOptions: {
          happyDOM: {
            settings: { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true },
          },
        },
      }),
      sequence: { groupOrder: group },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      expect: { poll: { timeout: pollMs } },
      maxWorkers,
      execArgv: V8_FLAGS,
      ...(globalSetup && { globalSetup }),
      setupFiles: [`${SETUP}/fresh.setup.ts`, ...setupFiles],
      provide: { effort, onAws },
      // Files share their workers (see fresh.setup.ts), but not a DOM.
      ...(environment ? { pool: 'vmForks', vmMemoryLimit: '1GB' } : { isolate: false }),
    },
  };
};

/** Builds the Lambdas' bundles once, for the sites that the tests start. */
const BUNDLES = 'test/support/site/bundles.global-setup.ts';

/** Waits end soon in `npm test`, so that a hang does not cost minutes. */
const fast = { timeoutMs: MINUTE_MS, pollMs: 20_000 };
/** In `npm run test:all` encoders and browsers share the cores, so that waits may be long. */
const patient = { timeoutMs: 3 * MINUTE_MS, pollMs: MINUTE_MS };
const SOAK = { timeoutMs: 60 * MINUTE_MS, pollMs: MINUTE_MS, maxWorkers: 1, effort: 25 };

export default defineConfig({
  test: {
    reporters: ['default', new SlowestReporter(), new OnAwsReporter()],
    tags: [
      {
        name: 'slow',
        description: 'Takes seconds and guards little more than quicker tests: `npm test` leaves it out.',
      },
      {
        name: 'release',
        description: 'What a deployment needs, and a change in progress does not: `npm test` leaves it out.',
      },
    ],
    projects: [
      project('unit', {
        include: 'test/{attacks,demo,functions,infra,lint,messages,operate,shared,web}/**/*.test.ts',
        setupFiles: HANDLER_SETUP,
        globalSetup: BUNDLES,
        maxWorkers: CORES + 1,
        ...fast,
      }),
      project('screens', {
        include: 'test/screens/**/*.test.tsx',
        environment: 'happy-dom',
        setupFiles: ['test/support/browser/screens.setup.ts'],
        maxWorkers: CORES + 1,
        ...fast,
      }),
      project('journeys', {
        include: 'test/journeys/*.test.ts',
        globalSetup: 'test/support/site/shared-site.global-setup.ts',
        group: 1,
        maxWorkers: CORES,
        timeoutMs: 2 * MINUTE_MS,
        pollMs: 30_000,
      }),
      project('stand-ins', {
        include: 'test/full/stand-ins/**/*.test.ts',
        setupFiles: HANDLER_SETUP,
        globalSetup: BUNDLES,
        group: 2,
        maxWorkers: CORES + 1,
        ...patient,
      }),
      // The handlers' tests with the most writes once more, with a second DynamoDB beside the first.
      project('mirrored', {
        include:
          'test/functions/{browser-stream/table,categories,channels,chat,fans,follows,library,limits,moderation,news,passes,schedules,search,videos/table,word-index}/**/*.test.ts',
        setupFiles: [`${SETUP}/unit.setup.ts`, 'test/support/stand-ins/mirror/mirror.setup.ts'],
        globalSetup: BUNDLES,
        group: 3,
        maxWorkers: CORES + 1,
        ...patient,
      }),
      project('browsers', {
        include: 'test/full/browsers/**/*.test.ts',
        globalSetup: BUNDLES,
        group: 4,
        maxWorkers: CORES + 1,
        ...patient,
      }),
      project('live', {
        include: 'test/full/live/**/*.test.ts',
        globalSetup: BUNDLES,
        group: 5,
        maxWorkers: CORES,
        ...patient,
      }),
      // WebKitGTK, which plays and encodes by the processor: 1.2 cores for a picture of 720p.
      project('webkit', {
        include: 'test/full/webkit/*.test.ts',
        globalSetup: BUNDLES,
        group: 6,
        maxWorkers: 1,
        ...patient,
      }),
      // One at a time: their viewers may not stall, and what is heard is measured.
      project('quiet', {
        include: 'test/full/quiet/*.test.ts',
        setupFiles: HANDLER_SETUP,
        globalSetup: BUNDLES,
        group: 7,
        maxWorkers: 1,
        ...patient,
      }),
      // With the quiet tier's broadcasts, which last ten minutes here.
      project('soak', {
        include: 'test/{soak,full/quiet}/**/*.test.ts',
        setupFiles: HANDLER_SETUP,
        globalSetup: BUNDLES,
        group: 8,
        ...SOAK,
      }),
      project('properties', {
        include: 'test/**/*.property.test.ts',
        setupFiles: HANDLER_SETUP,
        group: 9,
        ...SOAK,
      }),
      project('on-aws', {
        include: 'test/infra/compliance/**/*.test.ts',
        setupFiles: [`${SETUP}/requests.setup.ts`],
        globalSetup: 'test/support/stand-ins/aws/aws.global-setup.ts',
        group: 10,
        maxWorkers: CORES + 1,
        onAws: true,
        ...patient,
      }),
    ],
  },
});
