/** Viewers of a direct broadcast: on any connection, with missing segments and failures. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DirectClient,
  goLiveDirect,
  MAIN_WIDTH_PX,
  segmentsOfBoth,
  SMALL_WIDTH_PX,
} from '#test/support/api/broadcast/direct-client.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { measuredIn } from '#test/support/site/measured.ts';
import { throttle } from '#test/support/site/network.ts';

const LENGTH_S = 120;
const DOWN_MS = 500;
const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
let client: DirectClient;

beforeAll(async () => {
  const person = await world.person('Zephyrine');
  const segments = await segmentsOfBoth(LENGTH_S);
  client = await goLiveDirect({ url: () => world.site.url, person, segments });
});

afterAll(() => client?.end());

const player = (page: Page) => page.locator('[data-player]');
const state = (page: Page) => player(page).getAttribute('data-state');
const stalls = async (page: Page) => Number(await player(page).getAttribute('data-stalls'));
const video = (page: Page) => page.locator('[data-player] video');
const width = (page: Page) => video(page).evaluate((video: HTMLVideoElement) => video.videoWidth);
const timeS = (page: Page) => video(page).evaluate((video: HTMLVideoElement) => video.currentTime);

async function open(prepare?: (page: Page) => Promise<unknown>, username = 'Zephyrine'): Promise<Page> {
  const { page } = await world.visitor();
  await page.setViewportSize(SMALL_VIEWPORT);
  await prepare?.(page);
  await page.goto(`/channel/${username}`);
  await expect.poll(() => state(page), PATIENCE).toBe('playing');
  return page;
}

/** Plays this many seconds more without a stall. */
async function playsOn(page: Page, seconds: number): Promise<void> {
  let [fromS, fromStalls] = [await timeS(page), await stalls(page)];
  await expect
    .poll(async () => {
      const now = await stalls(page);
      // The player has adapted to earlier stalls.
      if (now !== fromStalls) [fromS, fromStalls] = [await timeS(page), now];
      return (await timeS(page)) - fromS;
    }, PATIENCE)
    .toBeGreaterThan(seconds);
}

describe('a direct broadcast', () => {
  it('plays before the application starts, which continues the same video in the same place', async () => {
    const { page } = await world.visitor();
    await expect.poll(() => client.stored(), PATIENCE).toBeGreaterThan(4);
    const application = Promise.withResolvers<void>();
    await page.route('**/index-*.js', async (route) => {
      await application.promise;
      await route.continue();
    });
    await page.goto('/channel/Zephyrine', { waitUntil: 'commit' });
    const first = page.locator('#first-player video');
    await expect
      .poll(
        () => first.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused),
        PATIENCE,
      )
      .toBe(true);
    await first.evaluate((video) => (video.id = 'first'));
    const place = await first.boundingBox();
    application.resolve();
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    expect(await video(page).evaluate((video: HTMLVideoElement) => [video.id, video.paused])).toEqual([
      'first',
      false,
    ]);
    expect(await video(page).boundingBox()).toEqual(place);
    expect(await page.locator('#first-player').count()).toBe(0);
    await playsOn(page, 2);
    await page.close();
  });

  it('plays its best rendition on a fast connection, and offers both', async () => {
    const page = await open();
    await expect.poll(() => width(page), PATIENCE).toBe(MAIN_WIDTH_PX);
    await player(page).hover();
    await player(page).getByRole('button', { name: 'Settings' }).click();
    for (const name of ['Auto (360p)', '360p', '180p'])
      await page.getByRole('menuitemradio', { name, exact: true }).waitFor();
    await page.getByRole('menuitemradio', { name: '180p', exact: true }).click();
    await expect.poll(() => width(page), PATIENCE).toBe(SMALL_WIDTH_PX);
    // The next player starts with the viewer's choice.
    await page.reload();
    await expect.poll(() => width(page), PATIENCE).toBe(SMALL_WIDTH_PX);
    await page.context().close();
  });

  it('plays the small rendition over 1 Mbit/s without a stall, and improves with the connection', async () => {
    let receive: Awaited<ReturnType<typeof throttle>> | undefined;
    const page = await open(async (page) => {
      receive = await throttle(page);
      await receive(1_000_000);
    });
    await playsOn(page, 6);
    await expect.poll(() => width(page)).toBe(SMALL_WIDTH_PX);
    await receive?.(null);
    await expect.poll(() => width(page), PATIENCE).toBe(MAIN_WIDTH_PX);
    await page.context().close();
  });

  it('continues in the mini player on other screens, and back on its page', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/channel/Zephyrine');
    await playsOn(page, 1);
    await page.getByRole('link', { name: 'Fanfare' }).first().click();
    const mini = page.getByRole('region', { name: 'Mini player' });
    await mini.waitFor();
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await playsOn(page, 2);
    await mini.getByRole('link', { name: /^Back to / }).click();
    await page.waitForURL('**/channel/Zephyrine');
    await expect.poll(() => mini.count()).toBe(0);
    await playsOn(page, 1);
    await page.close();
  });

  it('measures each segment’s time until it is in the playlist', async () => {
    const measured = () => measuredIn(world.dataDir, 'publishing', 'StoredToPlaylistSeconds');
    const stored = Math.max(1, client.stored());
    await expect.poll(() => measured().length, PATIENCE).toBeGreaterThanOrEqual(stored);
    expect(new Set(measured().map(({ part }) => part))).toEqual(new Set(['direct']));
    for (const { value, line } of measured())
      expect(Math.abs(value * 1000 - Number(line['duration_ms']))).toBeLessThanOrEqual(1);
  });

  it('is offered as sound only over 200 kbit/s', async () => {
    const page = await open();
    const receive = await throttle(page);
    await receive(200_000);
    await page.getByRole('button', { name: 'Audio only' }).click(PATIENCE);
    await page.getByText('Audio only, for a slow connection').waitFor(PATIENCE);
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await expect.poll(() => width(page)).toBe(0);
    await playsOn(page, 4);
    await page.context().close();
  });

  it('plays through the changes of an encoder’s parameters', async () => {
    const person = await world.person('Mistral');
    const [usual, other] = await Promise.all(
      [[], ['-preset', 'veryfast', '-profile:v', 'high']].map((encoding) => segmentsOfBoth(60, encoding)),
    );
    const segments = usual!.map((segment, seq) => (seq % 6 < 3 ? segment : other![seq]!));
    const changing = await goLiveDirect({ url: () => world.site.url, person, segments });
    await expect.poll(() => changing.stored(), PATIENCE).toBeGreaterThan(4);
    const page = await open(undefined, 'Mistral');
    await playsOn(page, 8);
    await page.context().close();
    await changing.end();
  });

  it('continues past missing segments and after a kill -9 of the site', async () => {
    const page = await open();
    client.lose(2);
    const afterGap = client.stored() + 3;
    await expect.poll(() => client.stored(), PATIENCE).toBeGreaterThan(afterGap);
    await playsOn(page, 5);

    await world.crash(DOWN_MS);
    const afterCrash = client.stored() + 3;
    await expect.poll(() => client.stored(), PATIENCE).toBeGreaterThan(afterCrash);
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await playsOn(page, 5);
    await page.context().close();
  });
});
