/** A playlist from its creation to the entry that plays on, which a visitor in Firefox also plays. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { press, useFirefox, whenEnabled } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const SOON = { timeout: 60_000, interval: 50 };

const world = useWorld();
const firefox = useFirefox(world);
const makeFilm = useFilms();
let fan: Person;
let films: readonly Video[];
let page: Page;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  fan = await world.person('FannyFan');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 4, size: '160x90' });
  const made: Video[] = [];
  for (const title of ['A desk fan', 'A tower fan', 'A box fan'])
    made.push(await published(world.site, gale, path, title));
  for (const video of made) await untilReady(gale, video);
  films = made;
  ({ page } = await world.visitor(fan));
});

const rows = () => page.getByRole('list', { name: 'Entries' }).getByRole('listitem').allInnerTexts();
const titles = async () => (await rows()).map((text) => /A \w+ fan/.exec(text)?.[0]);

/** What a reload reads. The page shows a new order before it is stored. */
async function storedTitles() {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const entries = (await fan.call('GET', `/library/playlists/${id}/entries`)) as readonly PlaylistEntry[];
  return entries.map(({ video }) => video?.title);
}

it('a playlist is made on the page of a video, and others are added to it', async () => {
  for (const [at, video] of films.entries()) {
    await page.goto(`/channel/GaleForce/video/${video.id}`);
    await page.getByRole('button', { name: 'Save to playlist' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Watch later' }).waitFor();
    if (at > 0) {
      await page.getByRole('checkbox', { name: 'Calm fans' }).press('Space');
      await page.keyboard.press('Escape');
      continue;
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'New playlist' }).press('Enter');
    await page.getByLabel('Title').fill('Calm fans');
    await page.getByLabel('Visibility').selectOption('Public');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await expectToast(page, 'Saved to Calm fans');
  }
});

it('its owner orders it by keys and by drag, which last', async () => {
  await page.goto('/playlists');
  await page.getByRole('link', { name: /Calm fans/ }).click();
  await expect.poll(titles).toEqual(['A desk fan', 'A tower fan', 'A box fan']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Move A box fan' }).press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(titles).toEqual(['A box fan', 'A desk fan', 'A tower fan']);
  const [from, to] = await Promise.all(
    ['Move A tower fan', 'Move A box fan'].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  await page.mouse.move(from!.x + 10, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(to!.x + 10, to!.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(titles).toEqual(['A tower fan', 'A box fan', 'A desk fan']);
  await expect.poll(storedTitles).toEqual(['A tower fan', 'A box fan', 'A desk fan']);
  await page.reload();
  await expect.poll(titles).toEqual(['A tower fan', 'A box fan', 'A desk fan']);
});

/** Plays the first entry and the next one in Firefox, and repeats the playlist. */
async function playInFirefox(url: string): Promise<void> {
  const { page: visitor, complaints } = await firefox();
  const untilPlaying = (title: string, search: RegExp) =>
    vi.waitFor(async () => {
      expect(await visitor.$eval('h1', (heading) => heading.textContent)).toBe(title);
      expect(new URL(visitor.url()).search).toMatch(search);
    }, SOON);
  await visitor.goto(url);
  await (await whenEnabled(visitor, '::-p-aria([name="Play all"][role="link"])')).click();
  await untilPlaying('A tower fan', /^\?list=\w+$/);
  await press(visitor, 'Repeat');
  await untilPlaying('A tower fan', /&repeat=1$/);
  await press(visitor, 'Play now');
  await untilPlaying('A box fan', /&repeat=1$/);
  expect(complaints).toEqual([]);
}

it('plays on with the next entry, and a reload keeps the place', async () => {
  const inFirefox = playInFirefox(page.url());
  await page.getByRole('link', { name: 'Play all' }).click();
  const nowPlaying = page.getByRole('heading', { level: 1 });
  await expect.poll(() => nowPlaying.innerText()).toBe('A tower fan');
  const card = page.getByRole('region', { name: 'Up next' });
  await card.waitFor({ timeout: SOON.timeout });
  await card.getByRole('button', { name: 'Play now' }).click();
  await expect.poll(() => nowPlaying.innerText()).toBe('A box fan');
  await page.reload();
  const list = page.getByRole('region', { name: 'Calm fans' });
  await expect.poll(() => list.locator('[aria-current]').innerText()).toContain('A box fan');
  expect(await violations(page)).toEqual([]);
  // After eight seconds, by itself.
  await card.waitFor({ timeout: SOON.timeout });
  await expect.poll(() => nowPlaying.innerText(), SOON).toBe('A desk fan');
  await inFirefox;
});

it('is on its owner’s page and open to visitors, and its page has its title for links', async () => {
  const { page: visitor } = await world.visitor();
  await visitor.goto('/channel/FannyFan');
  await visitor
    .getByRole('region', { name: 'Playlists' })
    .getByRole('link', { name: /Calm fans/ })
    .click();
  await visitor.getByRole('heading', { name: 'Calm fans', level: 1 }).waitFor();
  expect(await violations(visitor)).toEqual([]);
  const response = await visitor.goto(visitor.url());
  expect(await response!.text()).toContain('<title>Calm fans · Fanfare</title>');
});
