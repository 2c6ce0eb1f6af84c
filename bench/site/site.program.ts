/**
 * `node site.program.ts FOLDER [WEB]`: runs the site until its stdin closes; without the folder of a built web app
 * there are no pages. Prints one line of JSON when it is ready (`SiteReady`) and one at its end (`SiteEnd`).
 */
import { join } from 'node:path';
import { startSite } from '#infra/local/site.ts';
import { endWithInput } from '../support/end-with-input.ts';
import { BENCH_SITE, emptyWeb } from './bench-site.ts';

export interface SiteReady {
  readonly url: string;
  readonly s3: string;
  /** The address to which Lambdas publish. */
  readonly realtime: string;
  readonly dataDir: string;
  readonly memoryBytes: number;
}

export interface SiteEnd {
  /** Peak memory of the process. */
  readonly peakMemoryBytes: number;
}

const [folder, web] = process.argv.slice(2);
if (!folder) throw new Error('usage: site.program.ts FOLDER [WEB]');

const dataDir = join(folder, 'data');
const dist = web ?? emptyWeb(join(folder, 'web'));
const site = await startSite({ dataDir, dist, ...BENCH_SITE });
const { s3, realtime } = site.endpoints;
const print = (line: SiteReady | SiteEnd): void => console.log(JSON.stringify(line));
print({ url: site.url, s3, realtime, dataDir, memoryBytes: process.memoryUsage.rss() });

endWithInput(async () => {
  print({ peakMemoryBytes: process.resourceUsage().maxRSS * 1024 });
  await site.close();
});
