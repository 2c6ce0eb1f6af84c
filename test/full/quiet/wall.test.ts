/** The fan wall: two broadcasts and two videos at once, with the mixer's volumes, and a complete stop afterwards. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import {
  type DirectClient,
  goLiveDirect,
  MAIN_WIDTH_PX,
  segmentsOfBoth,
  SMALL_WIDTH_PX,
} from '#test/support/api/broadcast/direct-client.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { tabTo } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { held } from '#test/support/site/network.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const LENGTH_S = 150;
const PLAYS_MS = 10_000;
const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
const SOON = { timeout: 60_000, interval: 200 };

const world = useWorld();
const makeFilm = useFilms();
const clients: DirectClient[] = [];
let videos: Video[];
let page: Page;
let address: string;
const complaints: (readonly string[])[] = [];
/** The page's subscriptions: topics by id. */
const topics = new Map<string, string>();
const streamers: Person[] = [];

beforeAll(async () => {
  const segments = await segmentsOfBoth(LENGTH_S);
  for (const name of ['Zephyrine', 'Boreas']) {
    const person = await world.person(name);
    streamers.push(person);
    clients.push(await goLiveDirect({ url: () => world.site.url, person, segments }));
  }
  const gale = await world.person('GaleForce');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 8 });
  videos = [
    await published(world.site, gale, path, 'A desk fan'),
    await published(world.site, gale, path, 'A box fan'),
  ];
  await Promise.all(videos.map((video) => untilReady(gale, video)));
  address = `/wall?of=Zephyrine,Boreas,${videos.map(({ id }) => `video:${id}`).join(',')}`;
  page = await visitor();
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => note(String(payload))));
  // A page that reloads does not unsubscribe first.
  page.on('domcontentloaded', () => topics.clear());
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

async function visitor(): Promise<Page> {
  const visitor = await world.visitor();
  complaints.push(visitor.complaints);
  return visitor.page;
}

/** In AppSync Events' protocol. */
function note(frame: string): void {
  const { type, id, channel } = JSON.parse(frame) as Record<string, string>;
  if (type === 'subscribe') topics.set(id!, channel!);
  if (type === 'unsubscribe') topics.delete(id!);
}
const subscribedChannels = () => [...topics.values()].filter((topic) => topic.includes('/channels/'));

const tiles = (page: Page) => page.getByRole('list', { name: 'Wall' }).locator('> li');
const players = (page: Page) => tiles(page).locator('[data-player]');
const states = (page: Page) =>
  players(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));
const stalls = (page: Page) =>
  players(page).evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-stalls'))));
const inspections = (page: Page) =>
  tiles(page)
    .locator('video')
    .evaluateAll((all) =>
      (all as HTMLVideoElement[]).map(({ currentTime, videoWidth, volume, muted }) => ({
        currentTime,
        videoWidth,
        volume,
        muted,
      })),
    );
const ALL_PLAY = ['playing', 'playing', 'playing', 'playing'];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const places = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

describe('the document of a wall', () => {
  it.each(SIZES)('plays every tile in its place before the application, at %i px', async (width, height) => {
    const early = await visitor();
    await early.setViewportSize({ width, height });
    const releaseStart = await held(early, '**/assets/**/index-*.js');
    await early.goto(address, { waitUntil: 'commit' });
    const videos = early.locator('#first-player video');
    const playing = () =>
      videos.evaluateAll((all) =>
        (all as HTMLVideoElement[]).map(({ currentTime, muted }) => currentTime > 0 && muted),
      );
    await expect.poll(playing, SOON).toEqual([true, true, true, true]);
    const before = await places(early, '#first-player > div');
    await releaseStart();
    await expect.poll(() => states(early), SOON).toEqual(ALL_PLAY);
    expect(await places(early, '[data-player]')).toEqual(before);
    expect(await early.locator('#first-player').count()).toBe(0);
    await early.context().close();
  });
});

describe('a wall of four streams', () => {
  it('plays without a stall', async () => {
    await page.goto(address);
    await expect.poll(() => states(page), SOON).toEqual(ALL_PLAY);
    const [before, known] = [await inspections(page), await stalls(page)];
    await pause(PLAYS_MS);
    const after = await inspections(page);
    expect(await stalls(page)).toEqual(known);
    // Videos restart at their ends.
    for (const [at, { currentTime }] of after.entries())
      expect(currentTime).not.toBe(before[at]!.currentTime);
    for (const at of [0, 1])
      expect(after[at]!.currentTime - before[at]!.currentTime).toBeGreaterThan((0.8 * PLAYS_MS) / 1000);
  });

  it('loads small pictures, and the best for the enlarged one', async () => {
    await page.setViewportSize({ width: 1000, height: 700 });
    const widths = async () => (await inspections(page)).slice(0, 2).map(({ videoWidth }) => videoWidth);
    await page.getByRole('button', { name: 'Enlarge Zephyrine' }).click();
    await expect.poll(widths, SOON).toEqual([MAIN_WIDTH_PX, SMALL_WIDTH_PX]);
    await page.getByRole('button', { name: 'Enlarge Boreas' }).click();
    await expect.poll(widths, SOON).toEqual([SMALL_WIDTH_PX, MAIN_WIDTH_PX]);
    expect(new URL(page.url()).search).toContain('&big=boreas');
  });

  it('has the volumes of its mixer, before and after a reload', async () => {
    const audible = async () => (await inspections(page)).map(({ volume, muted }) => (muted ? 0 : volume));
    await expect.poll(audible).toEqual([0, 0, 0, 0]);
    await page.getByRole('slider', { name: 'Volume of Boreas' }).fill('0.8');
    await page.getByRole('slider', { name: 'Volume of A box fan' }).fill('0.25');
    await expect.poll(audible).toEqual([0, 0.8, 0, 0.25]);
    await page.getByRole('button', { name: 'Enlarge Zephyrine' }).click();
    await page.getByRole('button', { name: 'Mute all' }).click();
    await expect.poll(audible).toEqual([0, 0, 0, 0]);
    await page.getByRole('button', { name: 'Unmute all' }).click();
    await expect.poll(audible).toEqual([0, 0.8, 0, 0.25]);
    await page.reload();
    await expect.poll(() => states(page), SOON).toEqual(ALL_PLAY);
    await page.getByRole('button', { name: 'Unmute Boreas' }).click();
    await expect.poll(audible).toEqual([0, 0.8, 0, 0]);
  });

  it('has one chat at a time', async () => {
    const chats = page.getByRole('complementary', { name: 'Stream Chat' });
    await expect.poll(() => chats.count()).toBe(1);
    const [first] = streamers;
    await first!.call('POST', `/chat/${first!.id}`, { message: 'Hello from the first' });
    await chats.getByText('Hello from the first').waitFor();
    await page.getByLabel('Show chat of').selectOption({ label: 'Boreas' });
    await expect.poll(() => chats.getByText('Hello from the first').count()).toBe(0);
    await expect.poll(() => chats.count()).toBe(1);
  });

  it.each(SIZES)('passes axe and works by keyboard at %i px', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((width) => innerWidth === width, width);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('heading', { name: 'Fan wall' }).click();
    await tabTo(page, 'button', 'Enlarge A desk fan');
    await page.keyboard.press('Enter');
    await expect.poll(() => tiles(page).nth(2).getAttribute('data-big')).not.toBeNull();
    await page.getByRole('button', { name: 'Equal size' }).click();
    await expect.poll(() => page.locator('[data-big]').count()).toBe(0);
  });

  it('has an address that shows the same wall to others', async () => {
    await page.getByRole('button', { name: 'Remove A desk fan' }).click();
    await expect.poll(() => players(page).count()).toBe(3);
    const friend = await visitor();
    await friend.goto(page.url());
    await friend.getByRole('button', { name: 'Enlarge A box fan' }).waitFor();
    expect(await players(friend).count()).toBe(3);
    await friend.context().close();
  });

  it('stops everything when it is left', async () => {
    const media: string[] = [];
    await expect.poll(() => new Set(subscribedChannels()).size).toBe(2);
    await page.evaluate(() => {
      (globalThis as unknown as { known: Element[] }).known = [...document.querySelectorAll('video')];
    });
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About Fanfare' }).waitFor();
    const rest = () =>
      page.evaluate(() =>
        (globalThis as unknown as { known: HTMLVideoElement[] }).known.map(({ src, paused }) => [
          src,
          paused,
        ]),
      );
    await expect.poll(async () => (await rest()).every(([src]) => src === '')).toBe(true);
    page.on('request', (request) => media.push(request.url()));
    await pause(5000);
    expect(media.filter((url) => /\.(m3u8|m4s|ts|mp4)$|\/api\/(presence|chat)/.test(url))).toEqual([]);
    expect(subscribedChannels()).toEqual([]);
  });

  it('grows by a search and from a channel’s page', async () => {
    await page.goto(`/channel/GaleForce/video/${videos[0]!.id}`);
    await page.locator('[data-player][data-state=playing]').waitFor();
    await page.locator('[data-player]').hover();
    await page.getByRole('button', { name: 'Fan tools' }).click();
    await page.getByRole('menuitem', { name: 'Add to wall' }).click();
    await expect.poll(() => players(page).count(), SOON).toBe(4);
    await page.getByRole('button', { name: 'Remove A box fan' }).click();
    await page.getByLabel('Add a channel or video').fill('box fan');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add A box fan' }).click();
    await expect.poll(() => new URL(page.url()).search).toContain(`video:${videos[1]!.id}`);
  });

  it('causes no violation of the Content-Security-Policy', () => {
    expect(complaints.flat()).toEqual([]);
  });
});
