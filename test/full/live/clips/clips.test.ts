/** Making and watching clips of a video and of a live stream. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import { type DirectClient, goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { expectWhole } from '#test/support/browser/accessibility.ts';
import { tabTo } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { FAN_INPUTS } from '#test/support/media/sound/fan-inputs.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg, H264 } from '#test/support/media/transcoder-media.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const FILM_S = 20;
const LIVE_S = 240;
const SOON = { timeout: 60_000, interval: 200 };
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const world = useWorld();
let owner: Person;
let viewer: Person;
let video: Video;
let client: DirectClient;

beforeAll(async () => {
  [owner, viewer] = [await world.person('Walnut'), await world.person('Bodil')];
  const film = await cachedMedia(ffmpeg, [...FAN_INPUTS, '-t', `${FILM_S}`, ...H264], '.mp4');
  video = await published(world.site, owner, film, 'The walnut blades');
  const segments = makeSegments({ seconds: LIVE_S, inputs: FAN_INPUTS });
  client = await goLiveDirect({ url: () => world.site.url, person: owner, segments });
  await untilReady(owner, video);
});
afterAll(() => client?.end());

const panel = (page: Page) => page.getByRole('region', { name: 'Make a clip' });
const player = (page: Page) => page.locator('[data-player]');
const placeOf = (page: Page) =>
  player(page)
    .locator('video')
    .evaluate((one: HTMLVideoElement) => one.currentTime);

async function open(
  path: string,
  person: Person | undefined,
  viewport: { readonly width: number; readonly height: number },
  more: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const visitor = await world.visitor(person, { viewport, ...more });
  await visitor.page.goto(path);
  return visitor;
}

async function makeClip(page: Page): Promise<void> {
  await player(page).locator('video').waitFor();
  await expect.poll(() => player(page).getAttribute('data-state'), SOON).toBe('playing');
  await player(page).hover();
  await page.getByRole('button', { name: 'Make a clip' }).click();
  await panel(page).getByLabel('Title').waitFor();
}

/** Presses the button, and opens the clip's page. Returns the clip. */
async function made(page: Page, title: string): Promise<Clip> {
  await panel(page).getByLabel('Title').fill(title);
  const asked = page.waitForResponse(
    (one) => one.url().endsWith('/api/clips') && one.request().method() === 'POST',
  );
  await panel(page).getByRole('button', { name: 'Make clip' }).click();
  const clip = (await (await asked).json()) as Clip;
  await panel(page).getByRole('link', { name: 'watch the clip' }).click();
  await page.waitForURL(`**/clip/${clip.id}`);
  return clip;
}

/** Makes a clip of the video through the API. */
const cut = (person: Person, title: string, [from_ms, until_ms] = [3000, 11_000]): Promise<Clip> =>
  person.call('POST', '/clips', { kind: 'video', id: video.id, from_ms, until_ms, title }) as Promise<Clip>;

describe('a clip of a video', () => {
  it('is marked by keyboard and plays exactly the marked part immediately', async () => {
    const { page, complaints } = await open(`/channel/Walnut/video/${video.id}`, viewer, DESK);
    await makeClip(page);
    await player(page)
      .locator('video')
      .evaluate((one: HTMLVideoElement) => one.pause());
    await player(page)
      .locator('video')
      .evaluate((one: HTMLVideoElement) => {
        one.currentTime = 14;
      });
    await expect.poll(() => placeOf(page)).toBe(14);
    await panel(page).getByRole('button', { name: 'End here' }).click();
    await tabTo(page, 'slider', 'Start');
    await page.keyboard.press('Home');
    for (let times = 0; times < 7; times += 1) await page.keyboard.press('ArrowRight');
    expect(await panel(page).getByText('(max 1:30)').innerText()).toMatch(/^0:1[01] \(max/);
    await expectWhole(page);
    const clip = await made(page, 'Ten seconds of it');
    expect(clip).toMatchObject({
      duration_s: 10.5,
      source: { video_id: video.id, at_s: 3.5 },
      clipper: 'Bodil',
    });
    await expect.poll(() => player(page).getAttribute('data-state'), SOON).toBe('playing');
    expect(await placeOf(page)).toBeGreaterThanOrEqual(clip.start_s - 0.1);
    const seek = page.getByRole('slider', { name: 'Seek' });
    expect(await seek.getAttribute('aria-valuemax')).toBe('11');
    await expect.poll(() => player(page).getAttribute('data-state'), SOON).toBe('paused');
    expect(await placeOf(page)).toBeCloseTo(clip.start_s + clip.duration_s, 1);
    await page.getByRole('link', { name: 'Continue in the full video' }).click();
    await page.waitForURL(`**/channel/Walnut/video/${video.id}?t=3`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('asks a visitor to log in', async () => {
    const { page } = await open(`/channel/Walnut/video/${video.id}`, undefined, PHONE);
    await expect.poll(() => player(page).getAttribute('data-state'), SOON).toMatch(/playing|paused/);
    await page.getByRole('button', { name: 'Make a clip' }).click();
    await panel(page).getByRole('link', { name: 'Log In' }).waitFor();
    await expectWhole(page);
    await page.close();
  });
});

describe('a clip of a live stream', () => {
  it('contains the last seconds, and plays while the stream continues', async () => {
    const { page, complaints } = await open('/channel/Walnut', viewer, PHONE, { reducedMotion: 'reduce' });
    await makeClip(page);
    await expectWhole(page);
    const button = panel(page).getByRole('button', { name: 'Make clip' });
    await expect.poll(() => button.isEnabled(), SOON).toBe(true);
    await panel(page).getByRole('button', { name: 'End here' }).click();
    const clip = await made(page, 'Live, just now');
    expect(clip.duration_s).toBeGreaterThanOrEqual(5);
    expect(clip.source).toBeNull();
    await expect.poll(() => player(page).getAttribute('data-state'), SOON).toBe('playing');
    expect((await owner.call('GET', `/streamers/Walnut`)) as object).toMatchObject({ is_live: true });
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('a clip’s page', () => {
  it('is visible to everyone, on phone and desktop', async () => {
    const { id } = await cut(viewer, 'For everybody');
    for (const viewport of [PHONE, DESK]) {
      const { page, complaints } = await open(`/clip/${id}`, undefined, viewport);
      await page.getByRole('heading', { level: 1, name: 'For everybody' }).waitFor();
      await page.getByText('Clipped by').waitFor();
      await expect.poll(() => player(page).getAttribute('data-state'), SOON).toMatch(/playing|paused/);
      expect(await page.getByRole('button', { name: 'Delete clip' }).count()).toBe(0);
      await expectWhole(page);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  it.each([
    ['its channel’s owner', () => owner],
    ['who made it', () => viewer],
  ])('lets %s delete it', async (_, person) => {
    const { id } = await cut(viewer, 'Not for long');
    const { page } = await open(`/clip/${id}`, person(), DESK);
    await page.getByRole('button', { name: 'Delete clip' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/channel/Walnut');
    await page.goto(`/clip/${id}`);
    await page.getByRole('heading', { name: 'Clip not found' }).waitFor();
    expect(await page.locator('[data-player]').count()).toBe(0);
    await page.close();
  });
});

describe('a channel’s clips', () => {
  it('are listed below its videos, and survive them when the owner keeps them', async () => {
    const film = await cachedMedia(ffmpeg, [...FAN_INPUTS, '-t', `${FILM_S}`, ...H264], '.mp4');
    const other = await published(world.site, owner, film, 'To be deleted');
    await untilReady(owner, other);
    // The viewer has made as many clips as a new account may in a day.
    const fan = await world.person('Signe');
    const cutOther = (title: string) =>
      fan.call('POST', '/clips', { kind: 'video', id: other.id, from_ms: 0, until_ms: 6000, title });
    const [kept, gone] = [(await cutOther('Kept')) as Clip, (await cutOther('Gone')) as Clip];
    const { page } = await open(`/clip/${kept.id}`, owner, PHONE);
    await page.getByRole('switch', { name: 'Keep this clip' }).click();
    await expect
      .poll(async () => ((await owner.call('GET', `/clips/${kept.id}`)) as Clip).is_kept)
      .toBe(true);
    await owner.call('DELETE', `/videos/${other.id}`);
    await page.goto(`/clip/${gone.id}`);
    await page.getByRole('heading', { name: 'Clip not found' }).waitFor();
    await page.goto('/channel/Walnut');
    await page.getByRole('heading', { name: 'Videos' }).scrollIntoViewIfNeeded();
    await page.keyboard.press('End');
    const list = page.getByRole('region', { name: 'Clips' });
    await list.getByRole('link', { name: /Kept/ }).waitFor();
    expect(await list.getByRole('link', { name: /Gone/ }).count()).toBe(0);
    await list.getByRole('switch', { name: 'Viewers can make clips' }).click();
    await expect
      .poll(async () => (await owner.call('GET', '/clips/settings')) as object)
      .toEqual({ is_off: true });
    await expectWhole(page);
    await list.getByRole('link', { name: /Kept/ }).click();
    await expect.poll(() => player(page).getAttribute('data-state'), SOON).toMatch(/playing|paused/);
    await page.close();
  });
});
