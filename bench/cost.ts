import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '#test/support/browser/browser.ts';
import { FAKE_DEVICES } from '#test/support/media/fake-camera.ts';
import { countActions } from './cost/actions.ts';
import { countBroadcast, KINDS } from './cost/broadcasts.ts';
import type { Counts } from '#infra/scale/counts.ts';
import { countIdle } from './cost/idle.ts';
import { countVideo } from './cost/videos.ts';
import { printCounts, printScale } from './cost/print.ts';
import { buildWeb } from './site/built-web.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const COUNTS_FILE = join(import.meta.dirname, '../infra/scale/counts.json');

/**
 * Measures what an hour of a broadcast, of its viewer and of a video, and single actions use of AWS, on a site in this
 * process; computes the cost and the first quota reached at three sizes. With `BENCH_KEEP=yes`, stores the counts, from which
 * `npm run scale` generates docs/scale.md. `BENCH_COST=actions` counts only actions, which takes two minutes.
 */
export async function measureCost(): Promise<void> {
  const folder = temporaryFolder();
  const isActionsOnly = process.env['BENCH_COST'] === 'actions';
  const hours = isActionsOnly ? storedCounts() : await countHours(folder);
  const actions = { date: today(), each: await countActions(folder) };
  const counts: Counts = { ...hours, actions };
  if (!isActionsOnly) printScale(counts);
  if (process.env['BENCH_KEEP'] === 'yes') writeFileSync(COUNTS_FILE, `${JSON.stringify(counts, null, 2)}\n`);
}

const today = (): string => new Date().toISOString().slice(0, 10);
const storedCounts = (): Counts => JSON.parse(readFileSync(COUNTS_FILE, 'utf8')) as Counts;

async function countHours(folder: string): Promise<Omit<Counts, 'actions'>> {
  await using started = new AsyncDisposableStack();
  const dist = await buildWeb(folder);
  const browser = await startBrowser(FAKE_DEVICES);
  started.defer(() => browser.close());
  const broadcasts: Counts['broadcasts'] = {};
  for (const kind of KINDS) {
    broadcasts[kind] = await countBroadcast(kind, { folder, dist, browser });
    printCounts(`An hour of a broadcast: ${kind}`, broadcasts[kind]);
  }
  const video = await countVideo({ folder, dist });
  printCounts('An hour of a video', video);
  const idle = await countIdle(folder);
  printCounts('An hour without users', { idle });
  return { date: today(), broadcasts, video, idle };
}
