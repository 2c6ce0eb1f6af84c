import { HOUR_MS } from '#shared/plain/time.ts';
import type { Browser } from 'playwright-core';
import { startBrowser } from '#test/support/browser/browser.ts';
import { onAir } from '#test/support/site/on-air.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import { startCountedSite } from './counted/counted-site.ts';
import { type Tally, unitsOf } from './counted/tally.ts';
import { buildWeb } from './site/built-web.ts';
import { median } from './support/statistics.ts';
import { printColumns } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { counting, type PageTraffic } from './viewer-hour/counting.ts';

/** A new page sends some requests only once. */
const SETTLE_MS = 45_000;
const WATCHED_MS = Number(process.env['BENCH_WATCHED_S'] ?? 120) * 1000;
/** Interval of messages in the chat. */
const WRITE_EVERY_MS = 10_000;
/** Number of title changes, and the time between two. */
const CHANGES = 20;
const PAUSE_MS = 700;

/**
 * What an hour on a page uses of the API (without playlists and segments), of AppSync and of the table: an open
 * channel, and Home. Then the time until a page displays a channel's change.
 */
export async function measureViewerHour(): Promise<void> {
  const folder = temporaryFolder();
  const site = await startCountedSite({ dataDir: `${folder}/data`, dist: await buildWeb(folder) });
  const browser = await startBrowser();
  const streamer = await aPerson(site.url, 'GaleForce');
  const viewer = await aPerson(site.url, 'FanOfFans');
  await viewer.call('POST', `/follows/${streamer.id}`);
  const encoder = await onAir(streamer, { title: 'Hum', game: 'Ceiling Fans', tags: [] });
  const write = () => streamer.call('POST', `/chat/${streamer.id}`, { message: 'Is anybody there?' });
  const writing = setInterval(() => void write(), WRITE_EVERY_MS);
  const [watching, atHome] = await Promise.all([
    watch(browser, viewer, `${site.url}/channel/GaleForce`),
    watch(browser, viewer, site.url),
  ]);
  clearInterval(writing);
  const counts = site.counts();
  print('a live channel with a chat message every ten seconds', watching, counts);
  print('Home', atHome, counts);
  printDelays(await delaysMs(browser, streamer, `${site.url}/channel/GaleForce`));
  await browser.close();
  await encoder.stop();
  await site.close();
}

/** As a signed-in viewer who follows one channel. */
async function watch(browser: Browser, viewer: Person, url: string): Promise<PageTraffic> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await enterAs(page, viewer, new URL(url).origin);
  const counted = counting(page);
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  counted.begin();
  await page.waitForTimeout(WATCHED_MS);
  const seen = counted.seen();
  await context.close();
  return seen;
}

/** From sending a title until a page displays it, one after another. */
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

/** `counts` are those of the whole site. */
function print(what: string, { requests, deliveries, opened }: PageTraffic, counts: Tally): void {
  const anHour = (count: number): string => ((count * HOUR_MS) / WATCHED_MS).toFixed(0);
  const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);
  const routes = [...requests].toSorted(([, a], [, b]) => b - a);
  const units = (kind: 'read' | 'written', route: string) => unitsOf(counts, kind, route);
  const unitsAnHour = (kind: 'read' | 'written') =>
    anHour(sum(routes.map(([route, count]) => count * units(kind, route))));
  printColumns(`An hour in front of ${what}`, [
    ['', 'requests', 'units read', 'written'],
    ...routes.map(([route, count]) => [
      route,
      anHour(count),
      anHour(count * units('read', route)),
      anHour(count * units('written', route)),
    ]),
    ['all', anHour(sum(requests.values())), unitsAnHour('read'), unitsAnHour('written')],
  ]);
  printColumns('… of AppSync', [
    ['', 'operations of 5 kB', 'deliveries'],
    ...[...deliveries].map(([topic, { times, pieces }]) => [topic, anHour(pieces), anHour(times)]),
    ['minutes of connection', '', '60'],
    ['once, when it is opened: connects', `${opened.connects}`],
    ['… subscribes', `${opened.subscribes}`],
  ]);
}
