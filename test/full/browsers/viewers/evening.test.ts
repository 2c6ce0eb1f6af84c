/** What leads viewers on, in Chromium and Firefox: links of a profile, suggestions, moving previews and the next video. */
import type { Page } from 'puppeteer-core';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { press, useChromium, useFirefox, whenEnabled } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
const makeFilm = useFilms();
let videos: readonly Video[];

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const film = await makeFilm({ ...(FILMS[0] as Film), seconds: 24, size: '320x180' });
  const first = await published(world.site, gale, film, 'Breeze at dusk');
  const second = await published(world.site, gale, film, 'Breeze at night');
  videos = [first, second];
  await gale.call('PUT', '/streamers/profile', { links: ['https://fans.example/gale'] });
  await gale.call('PUT', `/fans/${ulid()}`, aFanBody({ maker: 'Breezewell', model: 'Nine' }));
  for (const video of videos) await untilReady(gale, video);
});

const path = (page: Page) => decodeURIComponent(new URL(page.url()).pathname);

describe.each([
  ['Chromium', useChromium(world)],
  ['Firefox', useFirefox(world)],
])('in %s', (_, visit) => {
  it('a viewer is led from the search to a channel, its links and its videos, one after the other', async () => {
    const { page, complaints } = await visit();
    await page.goto(world.site.url);
    await (await whenEnabled(page, 'input[placeholder="Search..."]')).click();
    await page.keyboard.type('breeze');
    const suggestions = () =>
      page.$$eval('[role=option]', (options) => options.map(({ textContent }) => textContent ?? ''));
    await vi.waitFor(async () => {
      const found = (await suggestions()).join('\n');
      for (const text of ['Breeze at dusk', 'Breeze at night', 'Breezewell Nine'])
        expect(found).toContain(text);
    }, PATIENCE);

    await page.goto(`${world.site.url}/channel/GaleForce`);
    const link = 'a[href="https://fans.example/gale"]';
    await whenEnabled(page, link);
    const [text, rel] = await page.$eval(link, (element) => [
      element.textContent,
      element.getAttribute('rel'),
    ]);
    expect(text).toContain('fans.example');
    expect(rel?.split(' ')).toEqual(expect.arrayContaining(['nofollow', 'noopener']));

    const [first, second] = videos;
    const card = `main a[href$="/video/${first!.id}"]`;
    await whenEnabled(page, card);
    await page.hover(card);
    await vi.waitFor(async () => expect(await page.$(`${card} [data-moving]`)).not.toBeNull(), PATIENCE);

    await (await whenEnabled(page, card)).click();
    await whenEnabled(page, '[data-player] video');
    await page.$eval('[data-player] video', async (element) => {
      const video = element as HTMLVideoElement;
      video.muted = true;
      await video.play();
      video.currentTime = video.duration - 1;
    });
    await press(page, 'Play now');
    await vi.waitFor(() => expect(path(page)).toBe(`/channel/GaleForce/video/${second!.id}`), PATIENCE);
    expect(complaints).toEqual([]);
  });
});
