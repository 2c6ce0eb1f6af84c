/** WebKit: a playlist is made, gets two videos, is ordered by its menu and by keys, plays on, and repeats. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import type { Video } from '#shared/videos/videos.ts';
import { ARROW_UP, button, field, until, words } from '#test/support/browser/webkit/page.ts';
import { useWebKit, type WidthPx, WIDTHS_PX } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const world = useWorld();
const webkit = useWebKit(world);
const makeFilm = useFilms();
const { page } = webkit;
let videos: readonly [desk: Video, tower: Video];

beforeAll(async () => {
  const gale = await world.person('WebGale');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 4, size: '160x90' });
  const publish = (title: string) => published(world.site, gale, path, title);
  videos = [await publish('A desk fan'), await publish('A tower fan')];
  for (const video of videos) await untilReady(gale, video);
});
afterEach(() => webkit.expectNoErrors());

it.each(WIDTHS_PX)('a playlist’s life at %i px', async (widthPx) => {
  await webkit.withNewIfLost((name) => expectLife(widthPx, `Fan${widthPx}${name}`));
});

async function expectLife(widthPx: WidthPx, owner: string): Promise<void> {
  const person = await world.person(owner);
  await webkit.open(widthPx, person);
  await openSaveDialog(videos[0]);
  await page.click(button('New playlist'));
  await page.fill(field('Title'), 'Calm fans');
  await page.click(button('Create'));
  await page.find(words('Saved to Calm fans'));
  await openSaveDialog(videos[1]);
  await page.click(choice('Calm fans'));
  const isChosen = () => page.evaluate(() => document.querySelectorAll('label > input:checked').length, null);
  await until(async () => expect(await isChosen()).toBe(1));

  await page.goto(`${world.site.url}/playlists`);
  await page.click('//main//a[.//h2[.="Calm fans"]]');
  await expectOrder('A desk fan', 'A tower fan');
  await page.click(button('More options for A desk fan'));
  await page.click('//*[@role="menuitem"][normalize-space()="Move down"]');
  await expectOrder('A tower fan', 'A desk fan');
  const id = new URL(await page.url()).pathname.split('/').at(-1);
  const stored = async () => {
    const entries = (await person.call('GET', `/library/playlists/${id}/entries`)) as PlaylistEntry[];
    return entries.map(({ video }) => video?.title);
  };
  await until(async () => expect(await stored()).toEqual(['A tower fan', 'A desk fan']));
  await page.reload();
  await expectOrder('A tower fan', 'A desk fan');
  await page.type(button('Move A desk fan'), ARROW_UP);
  await expectOrder('A desk fan', 'A tower fan');

  await page.click(button('Play all', 'a'));
  await page.find('//h1[.="A desk fan"]');
  await playNext('A tower fan');
  await page.click(button('Repeat'));
  await until(async () => expect(await page.url()).toMatch(/[?&]list=\w+&repeat=1$/));
  await playNext('A desk fan');
}

async function openSaveDialog({ id }: Video): Promise<void> {
  await page.goto(`${world.site.url}/channel/WebGale/video/${id}`);
  await until(async () => {
    // A page that loads may move under the pointer.
    if (!(await page.isThere('//*[@role="dialog"]'))) await page.click(button('Save to playlist'));
    expect(await page.isThere(choice('Watch later'))).toBe(true);
  });
}

const choice = (title: string) => `//label[normalize-space()="${title}"]`;

const expectOrder = (...titles: readonly string[]) =>
  until(async () => {
    const rows = await page.evaluate(
      () =>
        [...document.querySelectorAll('ol[aria-label="Entries"] p:first-child')].map(
          (row) => row.textContent,
        ),
      null,
    );
    expect(rows).toEqual(titles);
  });

/** Waits for the end of a video, and goes on. */
async function playNext(title: string): Promise<void> {
  await page.click(button('Play now'));
  await page.find(`//h1[.="${title}"]`);
}
