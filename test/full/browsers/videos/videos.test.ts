import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { knownAfterMs, OF_LISTS } from '#shared/plain/freshness.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectToast, SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { frameAt } from '#test/support/media/counter-picture.ts';
import { held, refusing } from '#test/support/site/network.ts';
import type { Person } from '#test/support/site/people.ts';
import {
  FILM_CELL_PX,
  type Film,
  FILMS,
  FRAMES_PER_SECOND,
  useFilms,
} from '#test/support/media/video-files.ts';
import { uploadPicture } from '#test/support/site/pictures.ts';
import { published } from '#test/support/site/video-uploads.ts';
import { useWorld } from '#test/support/browser/world.ts';

/** The first film is uploaded by hand, the others through the API. */
const [byHand, ...others] = FILMS as readonly [Film, ...Film[]];
const LENGTH_TOLERANCE_S = 0.1;

const world = useWorld();
const makeFilm = useFilms();
/** The published films, by name. */
const videos = new Map<string, Promise<Video>>();
let gale: Person;
let uploader: Page;
let viewer: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page: uploader } = await world.visitor(gale));
  ({ page: viewer } = await world.visitor());
  await viewer.setViewportSize(SMALL_VIEWPORT);
});

afterEach(async () => {
  await viewer.goto('about:blank');
});

/** Returns what a viewer sees. */
const visible = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    durationS: video.duration,
    atS: video.currentTime,
    size: `${video.videoWidth}x${video.videoHeight}`,
    // Chromium's own property: bytes of decoded audio.
    soundBytes: (video as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0,
  }));

async function expectPlaysToEnd(page: Page, film: Film): Promise<void> {
  const player = page.locator('[data-player]');
  const state = () => player.getAttribute('data-state');
  await expect.poll(state, { timeout: film.seconds * 1000 + 60_000, interval: 200 }).toBe('ended');
  const { durationS, atS, size, soundBytes } = await visible(page);
  expect(Math.abs(durationS - film.seconds)).toBeLessThanOrEqual(LENGTH_TOLERANCE_S);
  expect(Math.abs(atS - durationS)).toBeLessThanOrEqual(LENGTH_TOLERANCE_S);
  expect(size).toBe(film.size);
  expect(soundBytes > 0, 'there is sound').toBe(film.sound ?? true);
}

/** Reads the counter in the frames, at the start and at three other positions. */
async function expectRightPicture(page: Page, { seconds, slackFrames = 1 }: Film): Promise<void> {
  // hls.js counts from the first decoding time, which B-frames put slightly before the first picture.
  const first = await frameAt(page, 0, FILM_CELL_PX);
  expect(first.counter).toBe(0);
  expect(first.dueS).toBeLessThanOrEqual(LENGTH_TOLERANCE_S);
  for (const share of [0.1, 0.5, 0.9]) {
    const { dueS, counter } = await frameAt(page, share * seconds, FILM_CELL_PX);
    expect(Math.abs(dueS - share * seconds)).toBeLessThan(0.2);
    const expected = Math.round((dueS - first.dueS) * FRAMES_PER_SECOND);
    expect(Math.abs(counter - expected), `${counter} at ${dueS} s`).toBeLessThanOrEqual(slackFrames);
  }
}

async function expectReady({ id }: Video, { seconds }: Film, owner = gale): Promise<void> {
  const find = async () => (await owner.call('GET', `/videos/${id}`)) as Video;
  await expect.poll(async () => (await find()).status, { timeout: 60_000, interval: 300 }).toBe('ready');
  const { duration_s, percent, reason } = await find();
  expect([percent, reason]).toEqual([100, null]);
  expect(Math.abs((duration_s ?? 0) - seconds)).toBeLessThanOrEqual(LENGTH_TOLERANCE_S);
}

describe('/upload', () => {
  const button = (name: string) => uploader.getByRole('button', { name, exact: true });
  const picker = () => uploader.locator('input[type=file]');

  it('is reached from a phone’s top bar, which does not overflow', async () => {
    const desk = uploader.viewportSize()!;
    await uploader.setViewportSize({ width: 390, height: 844 });
    await uploader.goto('/');
    await uploader.getByRole('banner').getByRole('link', { name: 'Upload', exact: true }).click();
    await expect.poll(() => new URL(uploader.url()).pathname).toBe('/upload');
    const widthPx = await uploader.evaluate(() => document.documentElement.scrollWidth);
    expect(widthPx).toBeLessThanOrEqual(390);
    await uploader.setViewportSize(desk);
  });

  // spec: 2.47
  it('accepts a dropped video, and another one instead', async () => {
    const dataTransfer = await uploader.evaluateHandle(() => {
      const dragged = new DataTransfer();
      dragged.items.add(new File([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])], 'dropped.webm'));
      return dragged;
    });
    await uploader.getByText('MP4, MOV, WebM - max 500MB').dispatchEvent('drop', { dataTransfer });
    await uploader.getByText('dropped.webm', { exact: true }).waitFor();
    await picker().setInputFiles(await makeFilm(byHand));
    await uploader.getByText(byHand.name, { exact: true }).waitFor();
    await expect.poll(() => uploader.getByText('dropped.webm').count()).toBe(0);
  });

  it('returns to the file choice when the server refuses the file', async () => {
    await refusing(uploader, '**/api/videos/upload/*/complete', 415, 'This file is a picture, not a video.');
    await button('Upload Video').click();
    await expectToast(uploader, 'Upload failed', 'This file is a picture, not a video.');
    await uploader.getByText('MP4, MOV, WebM - max 500MB', { exact: true }).waitFor();
    await expect.poll(() => uploader.getByText('Video uploaded successfully').count()).toBe(0);
    await uploader.unrouteAll({ behavior: 'ignoreErrors' });
  });

  // spec: 2.48, 4.10, 8.24
  it('uploads a video and then asks for its details', async () => {
    const address = '**/file-tracks-*.js';
    const film = await makeFilm(byHand);
    await uploader.reload();
    const release = await held(uploader, address);
    await picker().setInputFiles(film);
    await uploader.getByText('Checking your file…').waitFor();
    expect(await button('Upload Video').isDisabled()).toBe(true);
    await release();
    await button('Upload Video').click();
    await expectToast(uploader, 'Upload successful!');
    await uploader.getByText('Video uploaded successfully', { exact: true }).waitFor();
    await uploader.getByRole('heading', { name: 'Video Details', exact: true }).waitFor();
  });

  it('suggests a title and three frames as thumbnail', async () => {
    await expect.poll(() => uploader.getByLabel('Title', { exact: true }).inputValue()).toBe('desk');
    const frames = uploader.getByRole('radio', { name: /^Frame at / });
    await expect.poll(() => frames.count()).toBe(3);
    const automatic = uploader.getByRole('radio', { name: 'Automatic' });
    await expect.poll(() => automatic.isChecked()).toBe(true);
    await automatic.focus();
    await uploader.keyboard.press('ArrowRight');
    await uploader.keyboard.press('ArrowRight');
    await expect.poll(() => uploader.getByRole('radio', { name: 'Frame at 0:02' }).isChecked()).toBe(true);
  });

  // spec: 4.10, 8.25
  it('publishes to the channel, which shows progress, length and player', async () => {
    // The videos before it keep the machine busy for long enough to see it wait.
    for (const film of others)
      videos.set(
        film.name,
        makeFilm(film).then((path) => publishedAs(film, path)),
      );
    await videos.get(others[0]!.name);
    await uploader.getByLabel('Title', { exact: true }).fill('A desk fan, restored');
    await uploader.getByLabel('Category', { exact: true }).selectOption('Table Fans');
    await uploader.getByLabel('Visibility', { exact: true }).selectOption('unlisted');
    await uploader.getByLabel('Description', { exact: true }).fill('It hums again.');
    await uploader.getByLabel('Tags').fill('brass');
    await uploader.getByLabel('Tags').press('Enter');
    await button('Publish to Channel').click();
    await expectToast(uploader, 'Video published!');
    await expect.poll(() => new URL(uploader.url()).pathname).toBe('/channel/GaleForce');

    const card = uploader.getByRole('link', { name: /A desk fan, restored/ });
    await card.getByRole('progressbar', { name: 'Processing A desk fan, restored' }).waitFor();
    await card.getByText('Length: 0:04', { exact: true }).waitFor();
    await card.click();
    await expect
      .poll(() => new URL(uploader.url()).pathname)
      .toMatch(/^\/channel\/GaleForce\/video\/\w{26}$/);
    await uploader.getByText('It hums again.').waitFor();
    await expectPlaysToEnd(uploader, byHand);
    await expectRightPicture(uploader, byHand);
  });

  it('shows the chosen thumbnail, and lists unlisted videos for the owner only', async () => {
    const id = uploader.url().slice(-26);
    const video = (await gale.call('GET', `/videos/${id}`)) as Video;
    expect(video.thumbnail_url).toMatch(/^\/media\/pictures\/.+\.webp$/);
    expect((await fetch(world.site.url + video.thumbnail_url)).headers.get('content-type')).toBe(
      'image/webp',
    );
    await viewer.goto('/channel/GaleForce');
    await viewer.getByRole('link', { name: new RegExp(others[0]!.what) }).waitFor();
    await expect.poll(() => viewer.getByText(video.title).count()).toBe(0);
    await viewer.goto(`/channel/GaleForce/video/${id}`);
    await viewer.getByRole('heading', { name: video.title }).waitFor();
  });

  it('can change the visibility later', async () => {
    await uploader.getByText('Unlisted', { exact: true }).first().waitFor();
    await button('More options for A desk fan, restored').click();
    await uploader.getByRole('menuitem', { name: 'Edit details' }).click();
    const dialog = uploader.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('radio', { name: 'Your picture' }).isChecked()).toBe(true);
    await dialog.getByLabel('Visibility', { exact: true }).selectOption('public');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(uploader, 'Video saved');
    await uploader.getByText('Unlisted', { exact: true }).waitFor({ state: 'detached' });
    await viewer.goto('/channel/GaleForce');
    await viewer.getByRole('link', { name: /A desk fan, restored/ }).waitFor();
  });

  const publishedAs = ({ what }: Film, path: string): Promise<Video> =>
    published(world.site, gale, path, what);
});

describe('the latest videos', () => {
  it('are on Home, newest first, and all in Browse', async () => {
    // A video that became ready meanwhile would be the newest in only one of the lists.
    for (const film of others) await expectReady((await videos.get(film.name))!, film);
    await viewer.goto('/');
    const row = viewer.getByRole('region', { name: 'Latest videos and replays' });
    await row.getByRole('link', { name: /A desk fan, restored.*GaleForce/s }).waitFor();
    const links = (list: Locator) =>
      list
        .getByRole('listitem')
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const visible = await links(row);
    await row.getByRole('link', { name: 'Show more' }).click();
    await viewer.getByRole('tab', { name: 'Videos', selected: true }).waitFor();
    const panel = viewer.getByRole('tabpanel');
    await panel.getByRole('link', { name: /A desk fan, restored/ }).waitFor();
    expect((await links(panel)).slice(0, visible.length)).toEqual(expect.arrayContaining(visible));
    await viewer.goto('/category/table%20fans');
    const inCategory = viewer.getByRole('region', { name: 'Videos' });
    await inCategory.getByRole('link', { name: /A desk fan, restored/ }).click();
    await viewer.getByRole('heading', { name: 'A desk fan, restored' }).waitFor();
  });
});

describe('a video', () => {
  it.each(others)('of $what becomes ready, plays to its end and shows the right picture', async (film) => {
    const video = await videos.get(film.name);
    if (!video) throw new Error('It was not published');
    await expectReady(video, film);
    await viewer.goto(`/channel/GaleForce/video/${video.id}`);
    await expectPlaysToEnd(viewer, film);
    await expectRightPicture(viewer, film);
  });
});

describe('a user’s change', () => {
  it('appears on others’ pages within the promised seconds, past a warm cache', async () => {
    // A new account, because uploads per day are limited.
    const breeze = await world.person('NewBreeze');
    const film = others.find(({ seconds }) => seconds === 1) ?? byHand;
    const video = await published(world.site, breeze, await makeFilm(film), 'Made a moment ago');
    await breeze.call('PATCH', `/videos/${video.id}`, { visibility: 'private' });
    await expectReady(video, film, breeze);
    const avatar = await uploadPicture(breeze);
    const { page } = await world.visitor();
    // Receives no events.
    await page.routeWebSocket(/./, (socket) => void socket.close());
    const home = () => firstAnswer(page, '/', '/api/videos/latest');
    const own = () => firstAnswer(page, '/channel/NewBreeze', '/api/streamers/NewBreeze');
    const list = () => firstAnswer(page, '/channel/NewBreeze', '/api/videos');
    for (const open of [home, own, list]) expect(await open()).not.toContain('a moment ago');

    const display_name = 'Gale, named a moment ago';
    await breeze.call('PUT', '/streamers/profile', { avatar, display_name });
    await breeze.call('PATCH', `/videos/${video.id}`, { visibility: 'public' });
    await page.waitForTimeout(knownAfterMs(OF_LISTS));
    expect(await home()).toContain(video.title);
    await page.getByRole('link', { name: /Made a moment ago/ }).waitFor();
    expect(await list()).toContain(video.title);
    expect(JSON.parse(await own())).toMatchObject({ avatar, display_name });
    await page.getByRole('heading', { name: 'Made a moment ago' }).waitFor();
    const picture = page.locator(`main img[src="${avatar}"]`).first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });
});

/** Returns the API's first response at an address when a page is opened. */
async function firstAnswer(page: Page, address: string, path: string): Promise<string> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await page.goto(address);
  return (await answered).text();
}
