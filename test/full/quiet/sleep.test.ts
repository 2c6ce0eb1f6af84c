/** Sleep mode: its sound is recorded from the page and measured. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { type DirectClient, goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { expectWhole } from '#test/support/browser/accessibility.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { tabTo } from '#test/support/browser/keyboard.ts';
import { recordSound, loudnessOf, tapSound } from '#test/support/browser/page-sound.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { FAN_INPUTS } from '#test/support/media/sound/fan-inputs.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { steadinessOf } from '#test/support/media/sound/steadiness.ts';
import { ffmpeg, H264 } from '#test/support/media/transcoder-media.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const FILM_S = 10;
const LIVE_S = 120;
const SOON = { timeout: 60_000, interval: 200 };
const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
const [MINUTE_MS, SECOND_MS] = [60_000, 1000];

const world = useWorld();
let zephyrine: Person;
let video: Video;
let client: DirectClient;

beforeAll(async () => {
  zephyrine = await world.person('Zephyrine');
  const film = await cachedMedia(ffmpeg, [...FAN_INPUTS, '-t', `${FILM_S}`, ...H264], '.mp4');
  video = await published(world.site, zephyrine, film, 'A desk fan');
  const segments = makeSegments({ seconds: LIVE_S, inputs: FAN_INPUTS });
  client = await goLiveDirect({ url: () => world.site.url, person: zephyrine, segments });
  await untilReady(zephyrine, video);
});
afterAll(() => client?.end());

const screen = (page: Page) => page.getByRole('dialog', { name: 'Sleep mode' });
const leave = (page: Page) => screen(page).getByRole('button', { name: 'Leave sleep mode' });

async function open(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page, complaints } = await world.visitor();
  await page.setViewportSize(SMALL_VIEWPORT);
  await tapSound(page);
  await prepare?.(page);
  await page.goto(path);
  await page.locator('[data-player][data-state=playing]').waitFor();
  seen.push(complaints);
  return page;
}
const seen: (readonly string[])[] = [];

async function sleep(page: Page): Promise<void> {
  await page.locator('[data-player]').hover();
  await page.getByRole('button', { name: 'Fan tools' }).click();
  await page.getByRole('menuitem', { name: 'Sleep mode' }).click();
  await screen(page).waitFor();
}

/** Moves the mouse a little, like a user who wants to press something. */
async function wake(page: Page): Promise<void> {
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 20);
  await expect.poll(() => screen(page).getAttribute('data-awake')).not.toBeNull();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Records fetched media from now on, by the last parts of the addresses. */
function watchFetched(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/\.(m4s|ts|mp4|m3u8)$/.test(path)) fetched.push(path);
  });
  return fetched;
}

describe('the sleep mode of a video', () => {
  let page: Page;
  let full: number;

  beforeAll(async () => {
    page = await open(`/channel/Zephyrine/video/${video.id}`, (page) => page.clock.install());
    await sleep(page);
  });

  it('repeats it without an audible seam', async () => {
    await expect.poll(() => loudnessOf(page), SOON).toBeGreaterThan(0.05);
    // A machine that is too busy to decode causes silences too; a seam would occur in each recording.
    const measured = async () => {
      await recordSound(page);
      await pause(2.2 * FILM_S * SECOND_MS);
      const { samples, sampleRate } = await recordSound(page);
      const { silentMs, stepDb } = steadinessOf(samples, sampleRate);
      return {
        hasTurned: samples.length / sampleRate > 2 * FILM_S,
        isSilent: silentMs > 5,
        isStep: stepDb >= 1,
      };
    };
    const TRIES = { timeout: 4 * 2.2 * FILM_S * SECOND_MS, interval: 0 };
    await expect.poll(measured, TRIES).toEqual({ hasTurned: true, isSilent: false, isStep: false });
  });

  it('fills the lock screen’s media session and obeys its buttons', async () => {
    const reported = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession;
        return { title: metadata?.title, artist: metadata?.artist, playbackState };
      });
    await expect.poll(reported).toEqual({
      title: 'A desk fan',
      artist: expect.stringMatching(/^Zephyrine · (1 hour|59 minutes) left$/),
      playbackState: 'playing',
    });
    await wake(page);
    await screen(page).getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => loudnessOf(page), SOON).toBe(0);
    await expect.poll(async () => (await reported()).playbackState).toBe('paused');
    await screen(page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => loudnessOf(page), SOON).toBeGreaterThan(0.05);
  });

  it('keeps the focus within, and passes axe', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await wake(page);
      await expectWhole(page);
    }
    await tabTo(page, 'combobox', 'Timer');
    await tabTo(page, 'switch', 'Clock');
    await page.keyboard.press('Space');
    await tabTo(page, 'button', 'Leave sleep mode');
    expect(await page.locator('#root').isVisible()).toBe(false);
    await page.setViewportSize(SMALL_VIEWPORT);
  });

  it('fades out over two minutes, then plays and requests nothing', async () => {
    const fetched = watchFetched(page);
    full = await loudnessOf(page);
    const leftMin = async () => Number(/(\d+) minutes left/.exec(await screen(page).innerText())?.[1] ?? 60);
    // Independent of how long it took to get here.
    await page.clock.fastForward(((await leftMin()) - 3) * MINUTE_MS);
    await expect.poll(leftMin).toBeLessThanOrEqual(3);
    expect(await loudnessOf(page)).toBeGreaterThan(0.9 * full);
    const levels: number[] = [];
    for (let minutes = 0; minutes < 8 && levels.at(-1) !== 0; minutes += 0.5) {
      await page.clock.fastForward(MINUTE_MS / 2);
      await pause(SECOND_MS);
      levels.push((await loudnessOf(page)) / full);
    }
    const faded = levels.filter((level) => level > 0.02 && level < 0.9);
    expect(faded.length).toBeGreaterThanOrEqual(2);
    const rises = levels.slice(1).map((level, at) => level - levels[at]!);
    expect(Math.max(...rises)).toBeLessThan(0.1);
    await screen(page).getByText('The sound has ended. Good night.').waitFor();
    const before = fetched.length;
    await pause(5 * SECOND_MS);
    expect([await loudnessOf(page), fetched.slice(before)]).toEqual([0, []]);
  });

  it('is left by Escape to a paused player, and remembers its settings', async () => {
    await page.keyboard.press('Escape');
    await screen(page).waitFor({ state: 'detached' });
    // The volume is restored for the next day.
    const rests = (video: HTMLVideoElement) => {
      video.volume = 0.5;
      return video.paused;
    };
    expect(await page.locator('video').evaluate(rests)).toBe(true);
    const isOnPlayer = () => page.evaluate(() => document.activeElement?.matches('[data-player]'));
    await expect.poll(isOnPlayer).toBe(true);
    await sleep(page);
    await expect.poll(() => screen(page).getByRole('switch', { name: 'Clock' }).isChecked()).toBe(false);
    const isHalf = async () => Math.abs((await loudnessOf(page)) / full - 0.5) < 0.1;
    await expect.poll(isHalf, SOON).toBe(true);
    await page.context().close();
  });
});

describe('the sleep mode of a stream', () => {
  let page: Page;
  let fetched: string[];
  /** Requests of media with video: the playlists of renditions with video, and their segments. */
  const pictures = () => fetched.filter((path) => /\/(main|small)\.m3u8$|(?<!-side)\.m4s$/.test(path)).length;
  const sounds = () => fetched.filter((path) => path.endsWith('/sound.m3u8')).length;

  beforeAll(async () => {
    page = await open('/channel/Zephyrine');
    fetched = watchFetched(page);
  });

  it('loads audio only, with a fraction of the data', async () => {
    await expect.poll(() => pictures(), SOON).toBeGreaterThan(3);
    await sleep(page);
    await expect.poll(() => sounds(), SOON).toBeGreaterThan(3);
    const known = pictures();
    await pause(5 * SECOND_MS);
    expect(pictures()).toBe(known);
    const element = page.locator('video');
    expect(await element.evaluate((video: HTMLVideoElement) => [video.muted, video.paused])).toEqual([
      false,
      false,
    ]);
    await wake(page);
    await screen(page)
      .getByText(/ of data used so far \(about .* with video\)/)
      .waitFor();
  });

  it('continues with the channel’s newest replay after the end', async () => {
    await client.end();
    await zephyrine.call('POST', `/browser-stream/stop/${client.streamId}`, { chunk_count: client.stored() });
    await expect.poll(() => loudnessOf(page), SOON).toBeGreaterThan(0.05);
    await wake(page);
    await expect.poll(() => page.locator('video').count(), SOON).toBe(0);
    await recordSound(page);
    await pause(5 * SECOND_MS);
    const { samples, sampleRate } = await recordSound(page);
    expect(steadinessOf(samples, sampleRate).silentMs).toBeLessThanOrEqual(5);
    await wake(page);
    await leave(page).click();
    await screen(page).waitFor({ state: 'detached' });
    await expect.poll(() => loudnessOf(page), SOON).toBe(0);
  });
});

it('causes no violation of the Content-Security-Policy', () => {
  expect(seen.flat()).toEqual([]);
});
