import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '#test/support/browser/browser.ts';
import { FAKE_DEVICES } from '#test/support/media/fake-camera.ts';
import { countBroadcast, KINDS } from './cost/broadcasts.ts';
import type { Counts } from '#infra/scale/counts.ts';
import { countIdle } from './cost/idle.ts';
import { countVideo } from './cost/videos.ts';
import { printCounts, printScale } from './cost/print.ts';
import { buildWeb } from './site/built-web.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const COUNTS_FILE = join(import.meta.dirname, '../infra/scale/counts.json');

/**
 * Measures what an hour of a broadcast, of its viewer and of a video uses of AWS, on a site in this process; computes
 * the cost and the first quota reached at three sizes. With `BENCH_KEEP=yes`, stores the counts, from which `npm run
 * scale` generates docs/scale.md.
 */
export async function measureCost(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
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
  const counts: Counts = { date: new Date().toISOString().slice(0, 10), broadcasts, video, idle };
  printScale(counts);
  if (process.env['BENCH_KEEP'] === 'yes') writeFileSync(COUNTS_FILE, `${JSON.stringify(counts, null, 2)}\n`);
}
