import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { stopStream } from '#test/support/browser/camera/broadcaster-page.ts';
import {
  expectToast,
  SMALL_VIEWPORT,
  startBrowser,
  visit,
  type Visitor,
} from '#test/support/browser/browser.ts';
import {
  counterPicture,
  longestFreezeMs,
  seenFrames,
  watchFrames,
} from '#test/support/media/counter-picture.ts';
import { startEncoder, type Encoder, type EncoderOptions } from '#test/support/media/encoder.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { createStream, signUp } from '#test/support/browser/streamer.ts';

const USERNAME = 'ReplayRay';
const PICTURE = { size: '320x180', cellPx: 40 };
const FRAMES_PER_SECOND = 30;
/** Longer than a live playlist. */
const STREAM_MS = 15_000;

/** IVS's events are best effort: here all recording events are lost, and the recording's file is sufficient. */
const disturbances = { events: { lost: 1, only: ['IVS Recording State Change'] } };

const folder = siteFolder();
let site: RunningSite;
let browser: Browser;
let streamer: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([runSite(folder.path, {}, { disturbances }), startBrowser()]);
  streamer = await visit(browser, site.url);
  viewer = await visit(browser, site.url);
  await viewer.page.setViewportSize(SMALL_VIEWPORT);
  await signUp(streamer.page, USERNAME);
});

afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function replays(): Promise<Video[]> {
  const { id } = (await (await fetch(`${site.url}/api/streamers/${USERNAME}`)).json()) as { id: string };
  return (await (await fetch(`${site.url}/api/videos?channel=${id}`)).json()) as Video[];
}

/** Goes live and streams. Resolves when video has arrived for `ms`. */
async function stream(title: string, ms: number, options: EncoderOptions = {}): Promise<Encoder> {
  const { publishUrl } = await createStream(streamer.page, title, 'Box Fans');
  const encoder = startEncoder(publishUrl, options);
  await streamer.page.getByText('Encoder connected').waitFor();
  await pause(ms);
  return encoder;
}

async function stop(): Promise<void> {
  await stopStream(streamer.page);
}

describe('an ended stream', () => {
  let replay: Video;

  it('is a replay on the channel within ten seconds', async () => {
    await stream('An evening of oscillation', STREAM_MS, { picture: counterPicture(PICTURE) });
    await stop();
    const endedAt = Date.now();
    await expect.poll(async () => (await replays()).length, { timeout: 15_000 }).toBe(1);
    expect(Date.now() - endedAt).toBeLessThan(10_000);
    replay = (await replays())[0]!;
    expect(replay).toMatchObject({
      kind: 'replay',
      title: 'An evening of oscillation',
      category: 'Box Fans',
      status: 'ready',
    });
    expect(replay.duration_s).toBeGreaterThan(STREAM_MS / 1000);
  });

  it('has a poster and hides IVS’s metadata files', async () => {
    const poster = await fetch(site.url + replay.thumbnail_url);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const [prefix] = replay.playback_url!.split('/media/');
    expect((await fetch(`${site.url}${prefix}/events/recording-ended.json`)).status).toBe(404);
  });

  it('plays from its first frame to its last', async () => {
    const { page } = viewer;
    await page.goto(`/channel/${USERNAME}/video/${replay.id}`);
    const state = () => page.locator('[data-player]').getAttribute('data-state');
    await expect.poll(state).toMatch(/playing|ready/);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.pause();
      video.currentTime = 0;
    });
    await watchFrames(page, PICTURE.cellPx);
    const durationS = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      await video.play();
      return video.duration;
    });
    expect(Math.abs(durationS - (replay.duration_s ?? 0))).toBeLessThan(0.1);
    await expect.poll(state, { timeout: durationS * 1000 + 60_000, interval: 250 }).toBe('ended');

    const frames = await seenFrames(page);
    const counters = frames.map(({ counter }) => counter);
    // It may include the frame from before the seek to the start.
    const played = counters.slice(counters.lastIndexOf(Math.min(...counters)));
    expect(played[0]).toBeLessThan(5);
    expect(played).toEqual(played.toSorted((a, b) => a - b));
    expect(Math.abs((played.at(-1) ?? 0) + 1 - durationS * FRAMES_PER_SECOND)).toBeLessThan(5);
    expect(longestFreezeMs(frames)).toBeLessThan(1_500);
    expect(viewer.complaints).toEqual([]);
  });
});

describe('a stream whose site is killed (kill -9)', () => {
  it('is a replay soon after the next start', async () => {
    const encoder = await stream('Until the fuse blew', 5_000);
    const ports = portsOf(site);
    await site.end('SIGKILL');
    await encoder.exit;
    site = await runSite(folder.path, ports, { disturbances });
    await expect.poll(async () => (await replays()).length, { timeout: 60_000 }).toBe(2);
    const [newest] = await replays();
    expect(newest?.title).toBe('Until the fuse blew');
    expect(newest?.duration_s).toBeGreaterThan(5);
  });

  it('continues in the same replay when the encoder returns', async () => {
    const [before] = await replays();
    await streamer.page.goto('/go-live-advanced');
    const address = await streamer.page.getByLabel('RTMP Server URL').inputValue();
    const key = await streamer.page.getByLabel('Stream Key', { exact: true }).inputValue();
    const encoder = startEncoder(address + key);
    await streamer.page.getByText('Encoder connected').waitFor();
    await pause(5_000);
    await encoder.stop();
    await expect
      .poll(async () => (await replays())[0]?.duration_s)
      .toBeGreaterThan((before?.duration_s ?? 0) + 4);
    await stop();
    const [whole, ...others] = await replays();
    expect([whole?.id, others.length]).toEqual([before?.id, 1]);

    const { page } = viewer;
    await page.goto(`/channel/${USERNAME}/video/${whole?.id}`);
    const player = page.locator('[data-player]');
    await expect.poll(() => player.getAttribute('data-state')).toMatch(/playing|ready/);
    // From shortly before the seam to the end.
    const durationS = await page.locator('video').evaluate(async (video: HTMLVideoElement, seamS) => {
      video.currentTime = seamS - 1;
      await video.play();
      return video.duration;
    }, before?.duration_s ?? 0);
    expect(Math.abs(durationS - (whole?.duration_s ?? 0))).toBeLessThan(0.1);
    await expect.poll(() => player.getAttribute('data-state'), { timeout: 60_000 }).toBe('ended');
    expect(viewer.complaints).toEqual([]);
  });
});

describe('a streamer who keeps no replays', () => {
  it('sees it on the dashboard, and nothing is kept', async () => {
    const keep = streamer.page.getByRole('switch', { name: 'Keep replays of my streams' });
    await streamer.page.goto('/go-live-advanced');
    await expect.poll(() => keep.isChecked()).toBe(true);
    await keep.click();
    await createUnkept();
    await expect.poll(() => keep.isChecked()).toBe(false);
    await stop();
    await pause(8_000);
    expect(await replays()).toHaveLength(2);
    await streamer.page.reload();
    await expect.poll(() => keep.isChecked()).toBe(false);
  });

  /** `createStream` would reload the page. */
  async function createUnkept(): Promise<void> {
    const { page } = streamer;
    await page.getByLabel('Stream Title').fill('Off the record');
    await page.getByLabel('Category').fill('Box Fans');
    await page.getByRole('button', { name: 'Create Stream' }).click();
    await expectToast(page, 'Stream Created!');
    const address = await page.getByLabel('RTMP Server URL').inputValue();
    startEncoder(address + (await page.getByLabel('Stream Key', { exact: true }).inputValue()));
    await page.getByText('Encoder connected').waitFor();
    await pause(3_000);
  }
});
