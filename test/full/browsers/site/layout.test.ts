/** Layout that depends on the site's styles: positions at different widths. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { onAir } from '#test/support/site/on-air.ts';

const world = useWorld();
let guest: Page;
/** Follows GaleForce, who is live, and CalmAir, who is offline. */
let fan: Page;

beforeAll(async () => {
  const names = ['GaleForce', 'CalmAir', 'FannyFan', 'Whirl', 'Hum', 'Drone'];
  const [gale, calm, fanny] = (await Promise.all(names.map(world.person))) as [Person, Person, Person];
  await onAir(gale, { title: 'Evening breeze', game: 'Ceiling Fans', tags: [] });
  await calm.call('PATCH', '/streamers/status', { title: 'Nothing moves', game: 'Box Fans' });
  for (const { id } of [gale, calm]) await fanny.call('POST', `/follows/${id}`);
  ({ page: guest } = await world.visitor());
  ({ page: fan } = await world.visitor(fanny));
});

const main = (page: Page) => page.getByRole('main');
const topBar = (page: Page) => page.getByRole('banner');
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

// spec: 2.5
it('the logo is short on a small screen, and links to Home', async () => {
  await guest.goto('/browse');
  const logo = topBar(guest).getByRole('link', { name: 'Fanfare' });
  await expect.poll(() => logo.innerText()).toBe('Fanfare');
  await resize(guest, 390);
  await expect.poll(() => logo.innerText()).toMatch(/^FF/);
  await expect.poll(() => logo.getByText('Fanfare', { exact: true }).first().isVisible()).toBe(false);
  await logo.click();
  await expect.poll(() => new URL(guest.url()).pathname).toBe('/');
});

// spec: 2.8
it('Go Live is only an icon on a small screen', async () => {
  await resize(fan, 1280);
  await fan.goto('/');
  const goLive = topBar(fan).getByRole('link', { name: 'Go Live' });
  await expect.poll(() => goLive.innerText()).toBe('Go Live');
  await resize(fan, 390);
  await expect.poll(() => goLive.innerText()).toBe('');
  await expect.poll(() => goLive.isVisible()).toBe(true);
});

// spec: 2.2, 2.13
it('the sidebar appears on large screens only, with a red dot next to a live channel', async () => {
  await resize(fan, 1000);
  await fan.goto('/');
  await main(fan)
    .getByRole('link', { name: /Evening breeze/ })
    .waitFor();
  await expect.poll(() => sidebar(fan).isVisible()).toBe(false);
  await resize(fan, 1280);
  const dot = sidebar(fan).getByRole('region', { name: 'Followed Channels — Live' }).getByTitle('Live');
  const [red = 0, green = 0, blue = 0] = await dot.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
});

// spec: 2.22, 9.9
it.each([
  [390, 1, 2],
  [700, 2, 3],
  [900, 2, 4],
  [1100, 3, 4],
  [1300, 4, 5],
  [1600, 4, 6],
])(
  'a grid on a screen %i px wide has %i columns of streams and %i of categories',
  async (width, streams, categories) => {
    const columns = (page: Page, list: string) =>
      page
        .locator(`section:has-text("${list}") ul`)
        .first()
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    await resize(guest, width);
    await guest.goto('/');
    await main(guest)
      .getByRole('link', { name: /Box Fans/ })
      .waitFor();
    await expect.poll(() => columns(guest, 'Live Channels')).toBe(streams);
    await expect.poll(() => columns(guest, 'Categories')).toBe(categories);
    await resize(fan, width);
    await fan.goto('/following');
    await fan.getByRole('heading', { name: /^Offline Channels/ }).waitFor();
    await expect.poll(() => columns(fan, 'Offline Channels')).toBe(streams);
  },
);

it('Back restores a list with its tab, order and scroll position', async () => {
  await guest.setViewportSize({ width: 390, height: 700 });
  await guest.goto('/browse?tab=all&order=followers');
  const last = main(guest).getByRole('listitem').last();
  await last.scrollIntoViewIfNeeded();
  const left = await guest.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(300);
  await last.getByRole('link').click();
  await guest.getByText('Channel Offline').waitFor();
  await expect.poll(() => guest.evaluate(() => scrollY)).toBe(0);
  await guest.goBack();
  await guest.getByRole('tab', { name: /^All Channels/, selected: true }).waitFor();
  await expect.poll(() => guest.getByLabel('Sort by').inputValue()).toBe('followers');
  await expect.poll(() => guest.evaluate(() => scrollY)).toBe(left);
});
