import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { goLiveDirect, segmentsOfBoth } from '#test/support/api/broadcast/direct-client.ts';
import { startBrowser, visit } from '#test/support/browser/browser.ts';
import { aPerson } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { type ResourceUse, measureResourceUse } from './sleep/resource-use.ts';
import { printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const WATCHED_S = Number(process.env['BENCH_WATCHED_S'] ?? 600);
/** Time until a page has sent its initial requests, and is dark in sleep mode. */
const SETTLE_S = 20;
/** Additional time on a busy machine. */
const SPARE_S = 90;
const FILM_S = 60;

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:a=0.3:r=48000'];
/** Sizes of videos that may be sent as a form. */
const SMALL = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-b:v',
  '350k',
  '-c:a',
  'aac',
];

/**
 * Sleep mode next to the normal page, at the same time and each in a separate browser: of a broadcast at 2 Mbit/s and
 * of a looping video.
 */
export async function measureSleep(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const site = await startSiteProgram(`${folder}/site`, await buildWeb(folder));
  started.defer(async () => void (await site.end()));
  const person = await aPerson(site.url, 'GaleForce');
  const path = `${folder}/fan.mp4`;
  execFileSync('ffmpeg', ['-v', 'error', ...PICTURE, ...SOUND, '-t', `${FILM_S}`, ...SMALL, path]);
  const video = await published(site, person, path, 'A desk fan');
  await untilReady(person, video);
  const segments = await segmentsOfBoth(WATCHED_S + SETTLE_S + SPARE_S);
  const client = await goLiveDirect({ url: () => site.url, person, segments });
  started.defer(() => client.end());
  const burdenOf = async (path: string, prepare: (page: Page) => Promise<unknown>): Promise<ResourceUse> => {
    const browser = await startBrowser();
    const { page } = await visit(browser, site.url);
    await page.goto(path);
    await page.locator('[data-player][data-state=playing]').waitFor();
    await prepare(page);
    await seconds(SETTLE_S);
    const burden = await measureResourceUse(page);
    await seconds(WATCHED_S);
    const all = await burden.soFar();
    await browser.close();
    return all;
  };
  const [live, film] = ['/channel/GaleForce', `/channel/GaleForce/video/${video.id}`];
  const [asleep, awake, filmAsleep, filmAwake] = await Promise.all([
    burdenOf(live, sleep),
    burdenOf(live, listen),
    burdenOf(film, sleep),
    burdenOf(film, listen),
  ]);
  print(`a broadcast, ${WATCHED_S} s`, asleep, awake);
  print(`a video of ${FILM_S} s again and again, ${WATCHED_S} s`, filmAsleep, filmAwake);
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

async function sleep(page: Page): Promise<void> {
  await page.locator('[data-player]').hover();
  await page.getByRole('button', { name: 'Fan tools' }).click();
  await page.getByRole('menuitem', { name: 'Sleep mode' }).click();
  await page.getByRole('dialog', { name: 'Sleep mode' }).waitFor();
}

/** With sound, as in sleep mode. */
const listen = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = false;
    video.loop = true;
  });

function print(what: string, asleep: ResourceUse, awake: ResourceUse): void {
  const row = (what: string, figure: (burden: ResourceUse) => number, digits: number): Row => ({
    what,
    ours: figure(asleep).toFixed(digits),
    peer: figure(awake).toFixed(digits),
    ratio: figure(asleep) / figure(awake),
  });
  printTable(`Sleep mode: ${what}`, 'plain page', [
    row('kbit/s over the network', ({ bytes }) => (bytes * 8) / 1000 / WATCHED_S, 0),
    row('wake-ups a second', ({ wakeUps }) => wakeUps / WATCHED_S, 0),
    row('processor, % of a core', ({ processorS }) => (100 * processorS) / WATCHED_S, 1),
  ]);
}
