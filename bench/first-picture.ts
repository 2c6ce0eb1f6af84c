import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '#test/support/browser/browser.ts';
import { VISIT_CONDITIONS, type VisitConditions, type Visit, visit } from './first-picture/visit.ts';
import { startWatchedSite } from './first-picture/watched-site.ts';
import { buildWeb } from './site/built-web.ts';
import { bundlePage } from './support/page-bundle.ts';
import { median } from './support/statistics.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ONLY = process.env['BENCH_ONLY'] ?? '';
const MAX_RATIO = 1.5;
const BARE = '<!doctype html><html><body><script type="module" src="/assets/bare.js"></script></body></html>';

interface Subject {
  readonly name: string;
  readonly ours: string;
  readonly bare: string;
  readonly videos: number;
}

/** From the navigation to the first frame of a live channel, a video and a wall, next to a plain page with hls.js. */
export async function measureFirstPicture(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const web = await buildWeb(folder);
  writeFileSync(join(web, 'bare.html'), BARE);
  writeFileSync(
    join(web, 'assets/bare.js'),
    await bundlePage(join(import.meta.dirname, 'first-picture/bare.page.ts')),
  );
  const site = await startWatchedSite(folder, web);
  started.defer(() => site.end());
  const browser = await startBrowser();
  started.defer(() => browser.close());
  for (const subject of subjectsOf(site)) await measure(browser, subject);
}

function subjectsOf(site: Awaited<ReturnType<typeof startWatchedSite>>): readonly Subject[] {
  const { url, channel, videoId, livePlaylist, videoPlaylist } = site;
  const bare = (isLive: boolean, ...of: readonly string[]) => {
    const query = new URLSearchParams(of.map((one) => ['of', one]));
    if (isLive) query.set('live', 'yes');
    return `${url}/bare.html?${query}`;
  };
  const subjects = [
    { name: 'live channel', ours: channel, bare: bare(true, livePlaylist), videos: 1 },
    { name: 'video', ours: `${channel}/video/${videoId}`, bare: bare(false, videoPlaylist), videos: 1 },
    {
      name: 'wall of a channel and a video',
      ours: `${url}/wall?of=bench,video:${videoId}`,
      bare: bare(true, livePlaylist, videoPlaylist),
      videos: 2,
    },
  ];
  return subjects.filter(({ name }) => name.includes(ONLY));
}

async function measure(browser: Browser, { name, ours, bare, videos }: Subject): Promise<void> {
  const rows: Row[] = [];
  let waterfall: Visit | undefined;
  for (const circumstances of VISIT_CONDITIONS) {
    const visits = { ours: [] as Visit[], bare: [] as Visit[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      visits.ours.push(await visit(browser, ours, videos, circumstances));
      visits.bare.push(await visit(browser, bare, videos, circumstances));
    }
    waterfall ??= visits.ours.at(-1);
    rows.push(rowOf(circumstances, visits.ours, visits.bare));
  }
  printTable(
    `From the navigation to the first frame: ${name}, 390 px, median of ${ROUNDS}`,
    'bare page',
    rows,
  );
  if (waterfall) printWaterfall(name, waterfall);
}

const requestsOf = (visits: readonly Visit[]): number => median(visits.map(({ fetched }) => fetched.length));

function rowOf({ name }: VisitConditions, ours: readonly Visit[], bare: readonly Visit[]): Row {
  const [oursMs, bareMs] = [ours, bare].map((visits) =>
    median(visits.map(({ firstFrameMs }) => firstFrameMs)),
  );
  if (oursMs === undefined || bareMs === undefined) throw new Error('Nothing was measured');
  const ratio = oursMs / bareMs;
  return {
    what: name,
    ours: `${(oursMs / 1000).toFixed(2)} s, ${requestsOf(ours)} requests`,
    peer: `${(bareMs / 1000).toFixed(2)} s, ${requestsOf(bare)}`,
    ratio,
    budget: { text: `≤ ${MAX_RATIO}×`, met: ratio <= MAX_RATIO },
  };
}

function printWaterfall(name: string, { firstFrameMs, fetched }: Visit): void {
  const lines = fetched
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ name, startMs, endMs, bytes }) => [
      new URL(name).pathname.replace(/^.*\/(?=[^/]+$)/, '').slice(0, 40) || '/',
      startMs.toFixed(0),
      endMs > 0 ? endMs.toFixed(0) : 'open',
      (bytes / 1000).toFixed(1),
    ]);
  printColumns(`Requests of ${name} before its first frame at ${firstFrameMs.toFixed(0)} ms (cold cache)`, [
    ['', 'begun, ms', 'ended', 'kB'],
    ...lines,
  ]);
}
