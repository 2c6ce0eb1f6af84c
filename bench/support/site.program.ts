/**
 * `node site.program.ts FOLDER [WEB]`: runs the site in a process of its own until its standard input closes; without
 * the folder of a built web there are no pages. Prints one line of JSON when it is ready (`SiteReady`) and one at its end
 * (`SiteEnd`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSite } from '../../infra/local/site.ts';

export interface SiteReady {
  readonly url: string;
  readonly s3: string;
  readonly memoryBytes: number;
}

export interface SiteEnd {
  /** The most that the process held at once. */
  readonly peakMemoryBytes: number;
}

const [folder, web] = process.argv.slice(2);
if (!folder) throw new Error('usage: site.program.ts FOLDER [WEB]');

const dist = web ?? emptyWeb(join(folder, 'web'));
const ports = { port: 0, rtmpPort: 0, realtimePort: 0, s3Port: 0 };
const site = await startSite({ dataDir: join(folder, 'data'), dist, host: '127.0.0.1', ...ports });
const print = (line: SiteReady | SiteEnd): void => console.log(JSON.stringify(line));
print({ url: site.url, s3: site.endpoints.s3, memoryBytes: process.memoryUsage.rss() });

// Ctrl-C reaches the whole process group; the bench decides the order of ending.
process.on('SIGINT', () => {});
process.stdin.resume().on('close', async () => {
  print({ peakMemoryBytes: process.resourceUsage().maxRSS * 1024 });
  await site.close();
  process.exit(0);
});

function emptyWeb(path: string): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'index.html'), '<!doctype html>');
  return path;
}
