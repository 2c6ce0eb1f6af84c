/** WebKit: a comment under a video is written, edited, liked, answered and deleted, and its time leads to a place. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { button, field, until } from '#test/support/browser/webkit/page.ts';
import { useWebKit, type WidthPx, WIDTHS_PX } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const world = useWorld();
const webkit = useWebKit(world);
const makeFilm = useFilms();
const { page } = webkit;
let video: Video;

beforeAll(async () => {
  const gale = await world.person('WebGale');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 8 });
  video = await published(world.site, gale, path, 'A desk fan');
  await untilReady(gale, video);
});
afterEach(() => webkit.expectNoErrors());

it.each(WIDTHS_PX)('a comment’s life at %i px', async (widthPx) => {
  await webkit.withNewIfLost((name) => expectLife(widthPx, `Fan${widthPx}${name}`));
});

async function expectLife(widthPx: WidthPx, author: string): Promise<void> {
  await webkit.open(widthPx, await world.person(author));
  await page.goto(`${world.site.url}/channel/WebGale/video/${video.id}`);
  await page.find('//*[@data-player]');
  await scrollToComments();

  // Another viewer's comment may come first.
  const own = `(//main//li[.//a[@href="/channel/${author}"]])[1]`;
  const ownButton = (beginning: string) =>
    `(${own}//button[starts-with(normalize-space(), "${beginning}")])[1]`;
  const choose = async (name: string) => {
    await page.click(button(`More options for Comment by ${author}`));
    await page.click(`//*[@role="menuitem"][normalize-space()="${name}"]`);
  };
  await page.fill(field('Add a comment'), 'It squeeks at 0:05');
  await page.click(button('Comment'));
  await choose('Edit');
  await page.fill(field('Edit comment'), 'It squeaks at 0:05');
  await page.click(button('Save changes'));
  await page.find(`${own}//span[.="edited"]`);

  await page.click(ownButton('Like'));
  await until(async () => expect(await page.attribute(ownButton('Like 1'), 'aria-pressed')).toBe('true'));
  await page.click(ownButton('Reply'));
  await page.fill(field(`Reply to ${author}`), 'Oil it');
  await page.click(`${own}//form//button[normalize-space()="Reply"]`);
  const reply = `${own}//li//p[.="Oil it"]`;
  await page.find(reply);

  await page.click(`${own}//a[.="0:05"]`);
  const view = () => page.evaluate(() => ({ search: location.search, topPx: scrollY }), null);
  await until(async () => expect(await view()).toEqual({ search: '?t=5', topPx: 0 }));
  await choose('Delete');
  await page.click('//*[@role="dialog"]//button[normalize-space()="Delete"]');
  await until(async () => expect(await page.isThere(own)).toBe(false));
}

/** Comments are rendered when the reader is near them. */
const scrollToComments = () =>
  until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight), null);
    expect(await page.isThere(field('Add a comment'))).toBe(true);
  });
