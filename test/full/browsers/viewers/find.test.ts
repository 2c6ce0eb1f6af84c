/** How people find content: suggestions while they type, corrected spelling, and missing pages. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import type { Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { onAir } from '#test/support/site/on-air.ts';

const world = useWorld();
let gale: Person;
let guest: Page;

beforeAll(async () => {
  gale = await world.person('galeforce9');
  await onAir(gale, { title: 'A ceiling fan', game: 'Ceiling Fans', tags: [] });
  await gale.call('PUT', '/streamers/profile', { display_name: 'Gale Force' });
  const calm = await world.person('calm_ceiling');
  await calm.call('PUT', '/streamers/profile', { display_name: 'Calm Ceiling' });
  ({ page: guest } = await world.visitor());
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const path = (page: Page) => new URL(page.url()).pathname;

/** Types with the keyboard, and waits for the suggestions for the complete text. */
async function type(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search...', { exact: true }).focus();
  await box(page).fill('');
  const asked = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === text);
  await box(page).pressSequentially(text);
  await asked;
  await options(page).first().waitFor();
}

it('suggestions are as wide as a phone, and a tap opens one', async () => {
  await guest.goto('/');
  await guest.setViewportSize({ width: 390, height: 800 });
  await type(guest, 'ceilng');
  const list = await guest.getByRole('listbox', { name: 'Suggestions' }).boundingBox();
  expect(list!.x).toBeGreaterThanOrEqual(0);
  expect(list!.x + list!.width).toBeLessThanOrEqual(390);
  expect(list!.width).toBeGreaterThan(340);
  expect(await violations(guest)).toEqual([]);
  await options(guest).filter({ hasText: 'Ceiling Fans' }).click();
  await expect.poll(() => decodeURIComponent(path(guest))).toBe('/category/Ceiling Fans');
  await guest.setViewportSize({ width: 1280, height: 800 });
});

it('a search for ‘ceilng fan’ finds the ceiling fan', async () => {
  await guest.goto('/search?q=ceilng%20fan');
  const results = guest.getByRole('main').getByRole('link');
  await results.filter({ hasText: 'A ceiling fan' }).waitFor();
  await expect.poll(() => results.filter({ hasText: /^Ceiling Fans/ }).count()).toBe(1);
});

it('the sidebar shows the display name at once after a change, and the top bar the username', async () => {
  const { page } = await world.visitor(gale);
  await page.goto('/channel/galeforce9');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Display name').fill('Storm');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('Storm').first().waitFor();
  const own = page.getByRole('banner').getByRole('button', { name: 'Account menu: galeforce9' });
  expect(await own.textContent()).toContain('galeforce9');
  await page.context().close();
});

it('a page shows the current state, not the browser’s cache', async () => {
  const { page } = await world.visitor();
  const visible = async () => {
    const answer = page.waitForResponse('**/api/streamers/galeforce9');
    await page.goto('/channel/galeforce9');
    return (await answer).json();
  };
  /** At the edge, bypassing the browser's cache. */
  const atEdge = () =>
    page.evaluate(async () => (await fetch('/api/streamers/galeforce9', { cache: 'no-store' })).json());
  await page.goto('/favicon.svg');
  for (const display_name of ['Gale Force', 'Gale Force Nine']) {
    await gale.call('PUT', '/streamers/profile', { display_name });
    await expect.poll(atEdge).toMatchObject({ display_name });
    expect(await visible()).toMatchObject({ display_name });
  }
  await page.context().close();
});

describe('a missing page', () => {
  it('has another status than an existing one', async () => {
    for (const there of ['/channel/galeforce9', '/channel/GaleForce9/'])
      expect([there, (await guest.request.get(there)).status()]).toEqual([there, 200]);
  });

  it.each([
    ['/channel/nobody_here', 'Channel not found'],
    ['/channel/galeforce9/video/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Video not found'],
    ['/channel/galeforce9/video/none', 'Video not found'],
    ['/no/such/page', 'Page not found'],
  ])('%s has the right title and status', async (address, title) => {
    const answer = await guest.goto(address);
    expect(answer?.status()).toBe(404);
    await guest.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => guest.title()).toBe(`${title} · Fanfare`);
  });
});
