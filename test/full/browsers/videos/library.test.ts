/** A person's library: saved videos, positions on another device, the history, and new videos. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const SECONDS = 32;
const PHONE = { viewport: { width: 390, height: 844 } };

const world = useWorld();
const makeFilm = useFilms();
let gale: Person;
let fan: Person;
let video: Video;
let page: Page;

beforeAll(async () => {
  [gale, fan] = (await Promise.all(['GaleForce', 'FannyFan'].map(world.person))) as [Person, Person];
  await fan.call('POST', `/follows/${gale.id}`);
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: SECONDS, size: '160x90' });
  video = await published(world.site, gale, path, 'A desk fan');
  await untilReady(gale, video);
  ({ page } = await world.visitor(fan));
});

const address = () => `/channel/GaleForce/video/${video.id}`;

it('a new video is on Following, and is marked as new until the next visit', async () => {
  await expect.poll(() => fan.call('GET', '/library/published')).toHaveLength(1);
  const visited = page.waitForResponse((response) => response.url().endsWith('/api/library/visits'));
  await page.goto('/following');
  const fresh = page.getByRole('region', { name: 'New since your last visit' });
  await fresh.getByRole('link', { name: /A desk fan/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await visited;
  await page.reload();
  await fresh.getByRole('link', { name: /A desk fan/ }).waitFor();
});

it('the lists and the menu of a card have no accessibility violations', async () => {
  await fan.call('PUT', `/library/watch-later/${video.id}`);
  await page.goto('/watch-later');
  await page.getByRole('link', { name: /A desk fan/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove A desk fan' }).press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto('/history');
  await page.getByRole('heading', { name: 'No watched videos yet' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto('/');
  await page.getByRole('button', { name: 'More options for A desk fan' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Watch later' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

it('a watched video continues on another device, until the history is cleared', async () => {
  await fan.call('PUT', `/library/history/${video.id}`, { position_s: 20 });
  const { page: phone } = await world.visitor(fan, PHONE);
  await phone.goto(address());
  await expectToast(phone, 'Continued at 0:20, as on your other device');
  const positionS = () =>
    phone.locator('[data-player] video').evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(positionS).toBeGreaterThanOrEqual(20);
  await phone.goto('/history');
  await phone.getByText(/^Watched to 0:\d\d · /).waitFor();
  expect(await violations(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Clear history' }).click();
  await phone.getByRole('button', { name: 'Clear history' }).click();
  await phone.getByRole('heading', { name: 'No watched videos yet' }).waitFor();
});
