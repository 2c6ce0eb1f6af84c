/** Chapters in the player of a video: on the seek bar, beside the clock and in the list, also in Firefox. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { type FirefoxVisitor, useFirefox, whenEnabled } from '#test/support/browser/firefox.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';
import { useWorld } from '#test/support/browser/world.ts';

const DESCRIPTION = 'A box fan at its three speeds.\n\n0:00 Low\n0:10 Medium, بالعربية\n0:22 High';

const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
const firefox = useFirefox(world);
const makeFilm = useFilms();
let video: Video;
let page: Page;
let other: FirefoxVisitor;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const film = { ...(FILMS[0] as Film), seconds: 34, size: '320x180' };
  video = await published(world.site, gale, await makeFilm(film), 'Three speeds');
  await gale.call('PATCH', `/videos/${video.id}`, { description: DESCRIPTION });
  await untilReady(gale, video);
  ({ page } = await world.visitor());
  await page.goto(`/channel/GaleForce/video/${video.id}`);
  other = await firefox();
  await other.page.goto(`${world.site.url}/channel/GaleForce/video/${video.id}`);
});

const slider = () => page.getByRole('slider', { name: 'Seek' });
const positionS = () =>
  page.locator('[data-player] video').evaluate((element: HTMLVideoElement) => element.currentTime);

it('a chapter of the list plays, and is named by the player', async () => {
  await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link', { name: 'Medium' }).click();
  await expect.poll(positionS, { timeout: 20_000 }).toBeGreaterThan(10);
  expect(new URL(page.url()).search).toBe('?t=10');
  await page.locator('[data-player]').hover();
  await expect.poll(() => slider().getAttribute('aria-valuetext')).toContain('Medium, بالعربية');
  expect(await page.locator('[data-chapter]').count()).toBe(2);
});

it('the preview above the seek bar names the chapter at the pointer', async () => {
  const box = (await slider().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await expect.poll(() => slider().textContent()).toContain('High');
  expect(await violations(page)).toEqual([]);
});

it('a chapter of the list plays in Firefox, and is named by the player', async () => {
  await (await whenEnabled(other.page, 'nav a[href$="?t=22"]')).click();
  const playing = () =>
    other.page.evaluate(() => ({
      search: location.search,
      positionS: document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime,
      chapter: document.querySelector('[role=slider]')?.getAttribute('aria-valuetext'),
    }));
  await vi.waitFor(async () => {
    const { search, positionS, chapter } = await playing();
    expect(search).toBe('?t=22');
    expect(positionS).toBeGreaterThan(22);
    expect(chapter).toContain('High');
  }, PATIENCE);
  expect(other.complaints).toEqual([]);
});
