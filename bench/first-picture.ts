import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { startEncoder } from '../demo/live/encoder.ts';
import type { StreamStatus } from '../shared/live/streaming.ts';
import type { Video } from '../shared/videos/videos.ts';
import { startBrowser } from '../test/support/browser/browser.ts';
import { CIRCUMSTANCES, type Circumstances, type Visit, visit } from './first-picture/visit.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { bundlePage } from './support/page-bundle.ts';
import { median } from './support/statistics.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { publish } from './videos/publish.ts';
import { type CalledSite, callSite } from './videos/site.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ONLY = process.env['BENCH_ONLY'] ?? '';
const MAX_RATIO = 1.5;
const FILM_S = 10;
const BARE = '<!doctype html><html><body><script type="module" src="/assets/bare.js"></script></body></html>';

interface Subject {
  readonly name: string;
  readonly ours: string;
  readonly bare: string;
  readonly videos: number;
}

/** From the navigation to the first frame of a live channel, a video and a wall, beside a bare page with hls.js. */
export async function measureFirstPicture(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const web = await buildWeb(folder);
  writeFileSync(join(web, 'bare.html'), BARE);
  writeFileSync(
    join(web, 'assets/bare.js'),
    await bundlePage(join(import.meta.dirname, 'first-picture/bare.page.ts')),
  );
  const { url, end } = await startSiteProgram(folder, web);
  started.defer(async () => void (await end()));
  const site = await callSite(url);
  const film = encodeFilm(folder);
  await publish(site, film);
  const live = await goLive(site, film);
  started.defer(() => live.stop());
  const browser = await startBrowser();
  started.defer(() => browser.close());
  for (const subject of await subjectsOf(site, url, live.playbackUrl)) await measure(browser, subject);
}

/** As OBS sends it, with a keyframe each second. */
function encodeFilm(folder: string): string {
  const film = join(folder, 'film.mp4');
  const picture = 'testsrc2=size=1280x720:rate=30,noise=alls=6:allf=t';
  const args = [
    ['-loglevel', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
    ['-t', `${FILM_S}`, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '1500k'],
    [
      '-maxrate',
      '1500k',
      '-bufsize',
      '1500k',
      '-g',
      '30',
      '-sc_threshold',
      '0',
      '-bf',
      '0',
      '-c:a',
      'aac',
      film,
    ],
  ].flat();
  execFileSync('ffmpeg', args);
  return film;
}

async function goLive(site: CalledSite, film: string) {
  const setup = { title: 'Bench', game: 'Tower Fans', tags: [] };
  const { rtmp_url, stream_key, playback_url } = await site.call<StreamStatus>(
    'POST',
    '/streaming/start',
    setup,
  );
  if (!rtmp_url || !stream_key || !playback_url) throw new Error('The stream has no address');
  const encoder = startEncoder(film, rtmp_url + stream_key);
  while ((await fetch(playback_url)).status !== 200) await sleep(500);
  await sleep(6000);
  return { playbackUrl: playback_url, stop: encoder.stop };
}

async function subjectsOf(
  site: CalledSite & { readonly userId: string },
  url: string,
  playbackUrl: string,
): Promise<readonly Subject[]> {
  const [video] = await site.call<readonly Video[]>('GET', `/videos?channel=${site.userId}`);
  if (!video?.playback_url) throw new Error('There is no video');
  const bare = (live: boolean, ...of: readonly string[]) =>
    `${url}/bare.html?${new URLSearchParams([...of.map((one) => ['of', one]), ...(live ? [['live', 'yes']] : [])])}`;
  const subjects = [
    { name: 'live channel', ours: `${url}/channel/bench`, bare: bare(true, playbackUrl), videos: 1 },
    {
      name: 'video',
      ours: `${url}/channel/bench/video/${video.id}`,
      bare: bare(false, video.playback_url),
      videos: 1,
    },
    {
      name: 'wall of a channel and a video',
      ours: `${url}/wall?of=bench,video:${video.id}`,
      bare: bare(true, playbackUrl, video.playback_url),
      videos: 2,
    },
  ];
  return subjects.filter(({ name }) => name.includes(ONLY));
}

async function measure(browser: Browser, { name, ours, bare, videos }: Subject): Promise<void> {
  const rows: Row[] = [];
  let waterfall: Visit | undefined;
  for (const circumstances of CIRCUMSTANCES) {
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

function rowOf({ name }: Circumstances, ours: readonly Visit[], bare: readonly Visit[]): Row {
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
