import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isOnAws } from './test/support/aws/asked.ts';
import { isSoak } from './test/support/effort.ts';
import { LIVE_PROJECT, LiveFirstSequencer, QUIET_PROJECT } from './test/support/live-first.sequencer.ts';
import { OnAwsReporter } from './test/support/reporters/on-aws.reporter.ts';
import { SlowestReporter } from './test/support/reporters/slowest.reporter.ts';

/**
 * A file of tests in a browser needs three quarters of a core, alone: three keep two cores busy (Vitest's own choice is one).
 * With six each takes four times as long, and what is awaited for a minute fails (docs/decisions/0095).
 */
const BROWSERS = availableParallelism() + 1;
/** The others compute: more of them would each warm up code that fewer have warm. */
const WORKERS = availableParallelism() + 2;

/** Most of a worker's heap is garbage soon, and the cores have other work than to look for it side by side. */
const V8_FLAGS = ['--no-memory-reducer', '--heap-growing-percent=200', '--single-threaded-gc'];

/** What Node has compiled, it keeps for the many processes to come. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/fanfare-compiled');

const HOUR_MS = 60 * 60_000;

/** What a test, or what comes before one, may take: for what never ends, on a machine that has much else to do. */
const TEST_MS = 180_000;

/** What is awaited has this long, unless its test says otherwise; Vitest's own second is short on a busy machine. */
const POLL_MS = 60_000;

/** Tests of the product that need the stand-ins whole: what they transcode and store is looked at. */
const ON_STAND_INS = 'test/functions/**/on-stand-ins/*.test.ts';

const BACKGROUND = 'test/support/background.setup.ts';

/** Before tests that run the site in a process of its own. */
const BUNDLES = 'test/support/site/bundles.global-setup.ts';

/** What passes there as fast whatever else the machine has to do. */
const LIVE = [
  'test/e2e/{camera,clips,encoder,meter}/*.test.ts',
  'test/e2e/community/{health,live-pages,live-to-replay}.test.ts',
  'test/e2e/site/{demo,programs}.test.ts',
  'test/e2e/viewers/{direct,slow-connection}.test.ts',
];

/** Whose jobs may be late only as they are told to be. */
const WORST = 'test/functions/browser-stream/on-stand-ins/worst.test.ts';

/** Their viewers may not stall, what is heard may not be broken, and what was held up must be caught up with in time. */
const QUIET = [
  'test/e2e/encoder/obs-to-viewer.test.ts',
  'test/e2e/camera/{broadcast,network}.test.ts',
  'test/e2e/clips/loop.test.ts',
  'test/e2e/meter/broadcast.test.ts',
  'test/e2e/sleep/sleep.test.ts',
  'test/e2e/wall/wall.test.ts',
];

interface ProjectOptions {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** One group runs after the other. */
  readonly group: number;
  /** @default `TEST_MS` */
  readonly timeoutMs?: number;
  readonly maxWorkers: number;
  readonly setupFiles?: readonly string[];
  /** Runs once, before the first file. */
  readonly globalSetup?: string;
}

const project = (
  name: string,
  { include, exclude, group, timeoutMs = TEST_MS, maxWorkers, setupFiles = [], globalSetup }: ProjectOptions,
) => ({
  test: {
    name,
    include: [...include],
    ...(exclude && { exclude: [...exclude] }),
    sequence: { groupOrder: group },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: { poll: { timeout: POLL_MS } },
    maxWorkers,
    execArgv: V8_FLAGS,
    ...(globalSetup && { globalSetup }),
    setupFiles: ['test/support/fresh.setup.ts', ...setupFiles],
    // Files share their workers; see fresh.setup.ts.
    isolate: false,
  },
});

const unit = project('unit', {
  include: ['test/{shared,functions,web,demo,operate,scripts,lint}/**/*.test.ts'],
  exclude: [ON_STAND_INS],
  group: 1,
  timeoutMs: isSoak ? HOUR_MS : TEST_MS,
  maxWorkers: WORKERS,
  setupFiles: [BACKGROUND, 'test/support/unit.setup.ts', 'test/support/requests/requests.setup.ts'],
});

/** What a newcomer waits for. */
const tests = [
  unit,
  project('infra', {
    include: ['test/infra/{agreed,cloud,scale}/**/*.test.ts'],
    setupFiles: [BACKGROUND],
    group: 1,
    maxWorkers: WORKERS,
  }),
  project('stand-ins', {
    include: ['test/{infra/local,attacks}/**/*.test.ts', ON_STAND_INS],
    exclude: [WORST],
    setupFiles: [BACKGROUND, 'test/support/unit.setup.ts', 'test/support/requests/requests.setup.ts'],
    globalSetup: BUNDLES,
    group: 1,
    maxWorkers: WORKERS,
  }),
  project('e2e', {
    include: ['test/e2e/**/*.test.ts'],
    exclude: [...LIVE, ...QUIET],
    setupFiles: [BACKGROUND],
    globalSetup: BUNDLES,
    group: 0,
    maxWorkers: BROWSERS,
  }),
  project(LIVE_PROJECT, {
    include: LIVE,
    exclude: QUIET,
    globalSetup: BUNDLES,
    group: 0,
    maxWorkers: BROWSERS,
  }),
  project(QUIET_PROJECT, {
    include: QUIET,
    globalSetup: BUNDLES,
    group: 2,
    maxWorkers: 1,
  }),
  project('stand-ins-quiet', {
    include: [WORST],
    setupFiles: ['test/support/unit.setup.ts', 'test/support/requests/requests.setup.ts'],
    group: 2,
    maxWorkers: 1,
  }),
];

/** What of the stand-ins' suites can be asked of AWS itself (runbook, "Comparing with AWS"). */
const onAws = project('on-aws', {
  include: [
    'test/infra/local/event-rules.test.ts',
    'test/infra/local/accounts/*.test.ts',
    'test/infra/local/live-channels/live-channels.test.ts',
    'test/infra/local/storage/{cors,forms,lists,multipart,objects,payloads,signatures}.test.ts',
    'test/infra/local/table/table.test.ts',
    'test/infra/local/transcoder/probe.test.ts',
  ],
  exclude: ['test/infra/local/accounts/password-hash.test.ts'],
  globalSetup: 'test/support/aws/aws.global-setup.ts',
  setupFiles: ['test/support/requests/requests.setup.ts'],
  group: 0,
  maxWorkers: WORKERS,
});

/** What takes an hour: many more tries of each property, long broadcasts, many crashes. */
const soak = [
  unit,
  project('soak', {
    include: [
      'test/soak/**/*.test.ts',
      'test/functions/browser-stream/on-stand-ins/{killed,worst}.test.ts',
      'test/e2e/camera/{broadcast,network,queues,crash}.test.ts',
      ...QUIET,
    ],
    group: 2,
    timeoutMs: HOUR_MS,
    maxWorkers: 1,
  }),
];

export default defineConfig({
  test: {
    reporters: ['default', new SlowestReporter(), new OnAwsReporter(isOnAws)],
    sequence: { sequencer: LiveFirstSequencer },
    projects: isOnAws ? [onAws] : isSoak ? soak : tests,
  },
});
