import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopStream } from '#test/support/browser/camera/broadcaster-page.ts';
import { startBrowser, visit, type Visitor } from '#test/support/browser/browser.ts';
import {
  counterPicture,
  longestFreezeMs,
  seenFrames,
  watchFrames,
} from '#test/support/media/counter-picture.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { startEncoder, type Encoder } from '#test/support/media/encoder.ts';
import { useFramingPage } from '#test/support/site/framing-page.ts';
import { runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { createStream, logIn, signUp, type Credentials } from '#test/support/browser/streamer.ts';

/** How long the viewer watches. */
const WATCH_S = isSoak ? 600 : 15;

const framing = useFramingPage();
const folder = siteFolder();
let site: RunningSite;
let browser: Browser;
let streamer: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([runSite(folder.path), startBrowser()]);
  streamer = await visit(browser, site.url);
  viewer = await visit(browser, site.url);
  // The default of most people.
  for (const { page } of [streamer, viewer]) await page.emulateMedia({ reducedMotion: 'no-preference' });
});

afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

const playerState = (): Promise<string | null> =>
  viewer.page.locator('[data-player]').getAttribute('data-state');

const stallsSoFar = async (): Promise<number> =>
  Number(await viewer.page.locator('[data-player]').getAttribute('data-stalls'));

describe('an OBS stream', () => {
  let credentials: Credentials;
  let encoder: Encoder;

  afterAll(() => encoder?.stop());

  it('is created by a new user who signed up, logged out and in', async () => {
    await signUp(streamer.page, 'BoxFanBea');
    await streamer.page.getByRole('button', { name: /^Account menu/ }).click();
    await streamer.page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect.poll(() => new URL(streamer.page.url()).pathname).toBe('/login');
    await logIn(streamer.page, 'boxfanbea');
    await expect
      .poll(() => streamer.page.evaluate(() => localStorage.getItem('currentUser')))
      .toContain('BoxFanBea');
  });

  it('shows its credentials and that it is waiting for the encoder', async () => {
    credentials = await createStream(streamer.page, 'Twenty inches of calm', 'Box Fans');
    expect(credentials.rtmpUrl).toBe(site.endpoints.rtmp);
    expect(credentials.streamKey).toMatch(/^sk_[\w-]+\?keyframeInterval=2$/);
    await expect
      .poll(() => streamer.page.getByLabel('Stream Key', { exact: true }).getAttribute('type'))
      .toBe('password');
    await streamer.page.getByText('Ready, waiting for OBS').waitFor();
  });

  it('is not on Home before its first frame', async () => {
    await viewer.page.goto('/');
    await viewer.page.getByText('No fan is live right now').waitFor();
    expect(await viewer.page.getByText('Twenty inches of calm').count()).toBe(0);
  });

  // spec: 2.26
  it('can be opened from Home by a signed-out viewer once the encoder connects', async () => {
    encoder = startEncoder(credentials.publishUrl, { picture: counterPicture() });
    await viewer.page.getByRole('main').getByText('Twenty inches of calm').first().click();
    await expect.poll(() => new URL(viewer.page.url()).pathname).toBe('/channel/BoxFanBea');
    await expect.poll(playerState).toBe('playing');
    await streamer.page.getByText('Encoder connected').waitFor();
    const controls = viewer.page.locator('[data-player]').locator('video[controls], button');
    await expect.poll(() => controls.count()).toBeGreaterThan(0);
  });

  // spec: 2.25
  it('plays without a stall, with the frames in order', async () => {
    await watchFrames(viewer.page);
    const stallsBefore = await stallsSoFar();
    await new Promise((resolve) => setTimeout(resolve, WATCH_S * 1000));
    const frames = await seenFrames(viewer.page);
    const counters = frames.map(({ counter }) => counter);

    expect(await stallsSoFar()).toBe(stallsBefore);
    expect(longestFreezeMs(frames)).toBeLessThan(1000);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
    const visibleS = ((counters.at(-1) ?? 0) - (counters[0] ?? 0)) / 30;
    expect(visibleS).toBeGreaterThan(WATCH_S - 2);
    expect(visibleS).toBeLessThan(WATCH_S + 8);
  });

  it('loads segments while they grow', async () => {
    const ways = await viewer.page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.ts'))
        .map(({ initiatorType, duration }) => ({ initiatorType, durationMs: duration })),
    );
    // The encoder has a keyframe each second, and whole segments arrive at once.
    expect(
      ways.filter(({ initiatorType, durationMs }) => initiatorType === 'fetch' && durationMs > 700),
    ).not.toEqual([]);
  });

  it('shows its current picture on its card', async () => {
    await streamer.page.goto('/');
    const card = streamer.page.getByRole('main').getByRole('link', { name: 'Twenty inches of calm' }).first();
    const picture = card.locator('img').first();
    await expect
      .poll(() => picture.getAttribute('src'))
      .toMatch(/^\/ivs\/.+\/latest_thumbnail\/thumb\.jpg\?at=\d+$/);
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await streamer.page.goto('/go-live-advanced');
  });

  it('plays in a frame of another site', async () => {
    const { page } = streamer;
    const asWhom: (string | undefined)[] = [];
    await page.goto('/favicon.svg');
    page.on('request', (request) => {
      if (request.frame() !== page.mainFrame() && request.url().includes('/api/'))
        asWhom.push(request.headers()['authorization']);
    });
    await page.goto(framing(`${site.url}/embed/BoxFanBea?autoplay=1`));
    const frame = page.frameLocator('iframe');
    await expect.poll(() => frame.locator('[data-player]').getAttribute('data-state')).toBe('playing');
    await frame.getByRole('link', { name: 'Watch on Fanfare: Twenty inches of calm' }).waitFor();
    expect(new Set(asWhom)).toEqual(new Set([undefined]));
    await page.goto('/go-live-advanced');
  });

  // spec: 4.8
  it('drops the encoder at Stop Stream and clears the credentials', async () => {
    await stopStream(streamer.page);
    expect(await encoder.exit, 'ffmpeg sees the connection close').not.toBe(0);
    await streamer.page.getByText('Create a stream to get your credentials').waitFor();
    expect(await streamer.page.content()).not.toContain(credentials.streamKey.split('?')[0]);
    await expect.poll(() => streamer.page.getByLabel('Stream Title').inputValue()).toBe('');
  });

  // spec: 2.28
  it('shows the viewer that the stream has ended, with its replay, and later that the channel is offline', async () => {
    await viewer.page.getByText('The stream has ended').waitFor();
    await viewer.page.locator('[data-player]').getByRole('link', { name: 'Watch the replay' }).waitFor();
    await viewer.page.reload();
    await viewer.page.getByText('Channel Offline').waitFor();
    await viewer.page.getByText('This channel is currently not streaming').waitFor();
    await expect.poll(() => playerState()).toBe('offline');
  });

  it('has the same address and key for the next stream', async () => {
    expect(await createStream(streamer.page, 'Once more', 'Box Fans')).toEqual(credentials);
    await streamer.page.getByText('Ready, waiting for OBS').waitFor();
  });

  it('caused no page error', () => {
    expect([...streamer.complaints, ...viewer.complaints]).toEqual([]);
  });
});
