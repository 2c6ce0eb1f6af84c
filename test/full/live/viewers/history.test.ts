/** A viewer finds in the history what they have watched live. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DirectClient, goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const LENGTH_S = 120;
/** Entries are added after half a minute. */
const WATCHED_S = 20;

const world = useWorld();
let zephyrine: Person;
let fan: Person;
let client: DirectClient;
let isLive = true;
let page: Page;

beforeAll(async () => {
  [zephyrine, fan] = (await Promise.all(['Zephyrine', 'FannyFan'].map(world.person))) as [Person, Person];
  const segments = makeSegments({ seconds: LENGTH_S });
  client = await goLiveDirect({ url: () => world.site.url, person: zephyrine, segments });
  ({ page } = await world.visitor(fan));
  await page.setViewportSize(SMALL_VIEWPORT);
});
afterAll(() => (isLive ? client?.end() : undefined));

const card = () => page.getByRole('main').locator('a[href^="/channel/"]');

it('the channel while it is live, then the watched moment of the replay', async () => {
  await page.goto('/channel/Zephyrine');
  await expect.poll(() => fan.call('GET', '/library/history')).toHaveLength(1);
  await page.goto('/history');
  await page.getByText(/^Watched live · /).waitFor();
  expect(await card().getAttribute('href')).toBe('/channel/Zephyrine');
  expect(await violations(page)).toEqual([]);
  // Long enough that the viewer has not watched to its end.
  await expect.poll(() => client.stored()).toBeGreaterThan(3 * WATCHED_S);
  await client.end();
  isLive = false;
  const stop = `/browser-stream/stop/${client.streamId}`;
  await zephyrine.call('POST', stop, { chunk_count: client.stored() });
  await page.reload();
  await page.getByText(/^Watched to \d:\d\d · /).waitFor();
  await card().click();
  await page.waitForURL('**/video/**');
  const positionS = () =>
    page.locator('[data-player] video').evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(positionS).toBeGreaterThan(WATCHED_S);
});
