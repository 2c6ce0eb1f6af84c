/**
 * `npm run screenshots`: takes new pictures for the README, into `docs/images`. Runs a site of its own on free ports, fills
 * it by the demo's own steps and photographs it, in the dark, with the tests' Chromium. What it started ends with it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createApi, type Api } from '#demo/api.ts';
import { fillSite } from '#demo/fill.ts';
import { goLive } from '#demo/live/go-live.ts';
import { readDemoSettings } from '#demo/settings.ts';
import type { People, Person } from '#demo/steps/people.ts';
import { startBrowser, visit } from '#test/support/browser/browser.ts';
import { generousFor } from '#infra/local/generous.ts';
import { enterAs } from '#test/support/site/people.ts';
import { runSite, siteFolder } from '#test/support/site/running-site.ts';

const IMAGES = join(import.meta.dirname, '../docs/images');
const MAX_BYTES = 100_000;
/** Of the window's 1280 × 800. */
const SCALE = 0.5;
const WEBP_QUALITY = 85;

/** Follows both who are live. */
const VIEWER = 'PedestalPia';
const HOST = 'BreezyBea';
/** As many does the demo put on the air. */
const LIVE_CHANNELS = 2;
/** Their films are made first. */
const LIVE_WITHIN_MS = 10 * 60_000;
const WATCHED_WITHIN_MS = 2 * 60_000;
/** By then the controls have gone, and somebody has said something. */
const WATCHED_S = 25;

const say = (words: string): void => console.log(words);

await using started = new AsyncDisposableStack();
const folder = siteFolder();
started.defer(() => folder.remove());
const site = await runSite(folder.path, {}, { limits: generousFor('npm start') });
started.defer(() => site.end('SIGTERM'));

const api = createApi(site.url, new AbortController().signal);
const { password } = readDemoSettings([site.url], {});
const people = await fillSite(api, password, say);
started.defer(putOnAir(people));
await untilPicturesArrive();

const browser = await startBrowser();
started.defer(() => browser.close());
const { page } = await visit(browser, site.url);
await page.emulateMedia({ colorScheme: 'dark' });
await enterAs(page, await api.call('POST /auth/login', { body: { username: VIEWER, password } }));
mkdirSync(IMAGES, { recursive: true });
await page.goto('/', { waitUntil: 'networkidle' });
await shoot(page, 'home');
await page.goto(`/channel/${HOST}`);
await untilWatched(page);
await shoot(page, 'channel');

/** Answers how to end the streams. */
function putOnAir(people: People): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const steadyApi = ({ bearer }: Person): Api => api.as(bearer);
  const live = goLive({ people, siteUrl: site.url, signal, steadyApi, say });
  return () => {
    ending.abort();
    return live;
  };
}

async function untilPicturesArrive(): Promise<void> {
  const giveUpAtMs = Date.now() + LIVE_WITHIN_MS;
  while (Date.now() < giveUpAtMs) {
    const live = await api.call('GET /streamers', { query: { live: 'true' } });
    const pictures = await Promise.all(
      live.map(async ({ live_thumbnail_url: url }) => url && (await fetch(site.url + url)).ok),
    );
    if (pictures.filter(Boolean).length === LIVE_CHANNELS) return;
    await sleep(1000);
  }
  throw new Error('No pictures of the live fans have come');
}

async function untilWatched(page: Page): Promise<void> {
  await page.waitForFunction(
    (watchedS) => {
      const played = document.querySelector('video')?.played;
      return played?.length && played.end(played.length - 1) - played.start(0) > watchedS;
    },
    WATCHED_S,
    { timeout: WATCHED_WITHIN_MS },
  );
}

async function shoot(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
    clip: { x: 0, y: 0, width: 1280, height: 800, scale: SCALE },
  });
  const image = Buffer.from(data, 'base64');
  if (image.length > MAX_BYTES) throw new Error(`${name} has ${image.length} bytes; ${MAX_BYTES} may be`);
  writeFileSync(join(IMAGES, `${name}.webp`), image);
  say(`docs/images/${name}.webp: ${Math.round(image.length / 1000)} kB`);
}
