import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LambdaName } from '#functions/lambdas.ts';
import { makeBundles, type Bundle, type BundleName } from './lambda-start/bundles.ts';
import { coldStarts, type ColdStart } from './lambda-start/cold-starts.ts';
import type { Start } from './lambda-start/probe.ts';
import { startStage } from './lambda-start/stage.ts';
import { median, spread } from './support/statistics.ts';
import { printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROUNDS = 21;
const MAX_RATIO = 1.2;

type Starts = Readonly<Record<BundleName, Start[]>>;

/**
 * Import and first request of each bundled Lambda next to a plain Hono app, all against the same stand-ins: a new
 * process for each, with alternating bundles.
 */
export async function measureLambdaStart(): Promise<void> {
  const folder = temporaryFolder();
  const bundles = await makeBundles(join(folder, 'bundles'));
  const stage = await startStage(folder, bundles.accounts);
  try {
    const asked = await coldStarts(stage);
    const starts = await startInTurns(bundles, asked);
    const rows = (
      [
        'api',
        'playlists',
        'community',
        'accounts',
        'publishing',
        'pages',
        'realtime',
        'events',
        'chunks',
        'news',
        'webhooks',
      ] as const
    ).flatMap((name) => rowsOf(name, asked[name].what, starts, bundles));
    printTable(
      `Import and first request of a Lambda, processor time: median of ${ROUNDS} (middle half)`,
      'bare Hono',
      rows,
    );
  } finally {
    await stage.close();
  }
}

async function startInTurns(
  bundles: Readonly<Record<BundleName, Bundle>>,
  asked: Readonly<Record<BundleName, ColdStart>>,
): Promise<Starts> {
  const starts: Starts = {
    bare: [],
    api: [],
    playlists: [],
    community: [],
    accounts: [],
    publishing: [],
    pages: [],
    realtime: [],
    events: [],
    chunks: [],
    news: [],
    webhooks: [],
  };
  const names = Object.keys(starts) as BundleName[];
  // The first round warms up the stand-ins and the disk's cache, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const start = await coldStart(bundles[name], asked[name]);
      if (round > 0) starts[name].push(start);
    }
  }
  return starts;
}

async function coldStart({ path }: Bundle, { event, environment, statusCode }: ColdStart): Promise<Start> {
  const probe = join(import.meta.dirname, 'lambda-start/probe.ts');
  const options = { env: { ...environment } };
  const { stdout } = await promisify(execFile)(process.execPath, [probe, path, event], options);
  const start = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Start;
  if (start.statusCode !== statusCode) throw new Error(`${path} answered wrongly:\n${stdout}`);
  return start;
}

function rowsOf(
  name: LambdaName,
  what: string,
  starts: Starts,
  bundles: Readonly<Record<BundleName, Bundle>>,
): Row[] {
  const row = (label: string, figure: (start: Start) => number): Row & { readonly ratio: number } => {
    const [ours, peer] = [starts[name].map(figure), starts.bare.map(figure)];
    return { what: label, ours: inMs(ours), peer: inMs(peer), ratio: median(ours) / median(peer) };
  };
  const whole = row(`${name}: import + ${what}`, ({ importMs, requestMs }) => importMs + requestMs);
  const [ours, peer] = [bundles[name].bytes, bundles.bare.bytes];
  return [
    { ...whole, budget: { text: `≤ ${MAX_RATIO}×`, met: whole.ratio <= MAX_RATIO } },
    row('  import', ({ importMs }) => importMs),
    row('  first request', ({ requestMs }) => requestMs),
    row('  by the clock', ({ clockMs }) => clockMs),
    { what: '  bundle', ours: inKb(ours), peer: inKb(peer), ratio: ours / peer },
  ];
}

function inMs(values: readonly number[]): string {
  const [from, to] = spread(values);
  return `${median(values).toFixed(0)} ms (${from.toFixed(0)}–${to.toFixed(0)})`;
}

const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
