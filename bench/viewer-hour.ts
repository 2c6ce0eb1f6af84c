import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../test/support/browser/browser.ts';
import { aPerson, enterAs, type Person } from '../test/support/site/people.ts';
import { buildWeb } from './support/built-web.ts';
import { startSiteProgram } from './support/running-site.ts';
import { median } from './support/statistics.ts';
import { printColumns } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** A page that was just opened asks for things that it asks for once. */
const SETTLE_MS = 45_000;
const WATCHED_MS = Number(process.env['BENCH_WATCHED_S'] ?? 120) * 1000;
const HOUR_MS = 3_600_000;
/** Titles that are changed, and the time between two. */
const CHANGES = 20;
const PAUSE_MS = 700;

interface Counted {
  /** Requests to the API, by what was asked for. */
  readonly requests: ReadonlyMap<string, number>;
  /** Messages of the socket that were no signs of life. */
  readonly deliveries: number;
}

/**
 * What an hour in front of a page takes of the API, playlist and segments aside: an open channel, and Home. Then how long
 * it takes until a page shows that a channel has changed.
 */
export async function measureViewerHour(): Promise<void> {
  const folder = temporaryFolder();
  const site = await startSiteProgram(folder, await buildWeb(folder));
  const browser = await startBrowser();
  const streamer = await aPerson(site.url, 'GaleForce');
  const viewer = await aPerson(site.url, 'FanOfFans');
  await viewer.call('POST', `/follows/${streamer.id}`);
  await streamer.call('POST', '/streaming/start', { title: 'Hum', game: 'Ceiling Fans', tags: [] });
  const [watching, atHome] = await Promise.all([
    watch(browser, viewer, `${site.url}/channel/GaleForce`),
    watch(browser, viewer, site.url),
  ]);
  print('a live channel that is watched', watching);
  print('Home', atHome);
  printDelays(await delaysMs(browser, streamer, `${site.url}/channel/GaleForce`));
  await browser.close();
  await site.end();
}

/** By somebody who is signed in and follows one channel. */
async function watch(browser: Browser, viewer: Person, url: string): Promise<Counted> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await enterAs(page, viewer, new URL(url).origin);
  const counted = counting(page);
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  counted.begin();
  await page.waitForTimeout(WATCHED_MS);
  await context.close();
  return counted;
}

/** From when the streamer sends a title until a page has it, each time once the last is there. */
async function delaysMs(browser: Browser, streamer: Person, url: string): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  const delays: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const title = `Hum ${n}`;
    const sentMs = performance.now();
    const saved = streamer.call('PATCH', '/streamers/status', { title });
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    delays.push(performance.now() - sentMs);
    await saved;
    await page.waitForTimeout(PAUSE_MS);
  }
  return delays;
}

const printDelays = (delays: readonly number[]): void =>
  printColumns('From a change that is sent to a page that shows it, ms', [
    ['median', median(delays).toFixed(0)],
    ['the longest', Math.max(...delays).toFixed(0)],
  ]);

function counting(page: Page): Counted & { readonly begin: () => void } {
  const requests = new Map<string, number>();
  let isCounting = false;
  let deliveries = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!isCounting || !pathname.startsWith('/api/') || pathname.includes('.m3u8')) return;
    const what = `${request.method()} ${pathname.replaceAll(/[0-9A-Z]{26}/g, '{id}')}`;
    requests.set(what, (requests.get(what) ?? 0) + 1);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (isCounting && String(payload).includes('"data"')) deliveries += 1;
    }),
  );
  return {
    requests,
    get deliveries() {
      return deliveries;
    },
    begin: () => (isCounting = true),
  };
}

function print(what: string, { requests, deliveries }: Counted): void {
  const anHour = (count: number) => ((count * HOUR_MS) / WATCHED_MS).toFixed(0);
  const all = [...requests.values()].reduce((sum, count) => sum + count, 0);
  printColumns(`Requests an hour: ${what}`, [
    ...[...requests].toSorted(([, a], [, b]) => b - a).map(([name, count]) => [name, anHour(count)]),
    ['all', anHour(all)],
    ['deliveries by the socket', anHour(deliveries)],
  ]);
}
