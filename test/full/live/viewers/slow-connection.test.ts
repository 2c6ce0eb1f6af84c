/** A viewer whose bandwidth is below the stream's bit rate. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startEncoder, type Encoder } from '#test/support/media/encoder.ts';
import { throttle } from '#test/support/site/network.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const STREAM_BITS_PER_SECOND = 2_000_000;
const SLOW_BITS_PER_SECOND = 400_000;
const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
let encoder: Encoder;
let playlistUrl: string;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const setup = { title: 'Evening breeze', game: 'Ceiling Fans', tags: [] };
  const stream = (await gale.call('POST', '/streaming/start', setup)) as Record<string, string>;
  playlistUrl = new URL(stream['playback_url']!, world.site.url).href;
  encoder = startEncoder(`${stream['rtmp_url']}${stream['stream_key']}`, {
    bitsPerSecond: STREAM_BITS_PER_SECOND,
  });
});

afterAll(() => encoder?.stop());

const state = (page: Page) => page.locator('[data-player]').getAttribute('data-state');
const tooSlow = (page: Page) => page.getByText('Your connection is too slow for this video');

async function watching(prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await world.visitor();
  await prepare?.(page);
  await page.goto('/channel/GaleForce');
  await expect.poll(() => state(page), PATIENCE).toBe('playing');
  return page;
}

describe('a stream of 2 Mbit/s over a connection of 400 kbit/s', () => {
  it('shows that the connection is too slow, until it plays well', async () => {
    const page = await watching();
    await expect.poll(() => tooSlow(page).count()).toBe(0);
    const receive = await throttle(page);
    await receive(SLOW_BITS_PER_SECOND);
    await tooSlow(page).waitFor(PATIENCE);
    await expect.poll(() => page.getByRole('button', { name: 'Audio only' }).count()).toBe(0);
    await receive(null);
    await tooSlow(page).waitFor({ ...PATIENCE, state: 'detached' });
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await page.context().close();
  });

  it('offers the sound only when such a rendition exists, and the picture again', async () => {
    const page = await watching((page) => offerSoundAlone(page, playlistUrl));
    const video = page.locator('[data-player] video');
    const width = () => video.evaluate((video: HTMLVideoElement) => video.videoWidth);
    const timeS = () => video.evaluate((video: HTMLVideoElement) => video.currentTime);
    const receive = await throttle(page);
    await receive(SLOW_BITS_PER_SECOND);
    await page.getByRole('button', { name: 'Audio only' }).click(PATIENCE);

    await page.getByText('Audio only, for a slow connection').waitFor(PATIENCE);
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await expect.poll(() => width()).toBe(0);
    const startedAtS = await timeS();
    await expect.poll(async () => (await timeS()) - startedAtS, PATIENCE).toBeGreaterThan(2);
    await expect.poll(() => tooSlow(page).count()).toBe(0);

    await receive(null);
    await page.getByRole('button', { name: 'Show video' }).click();
    await expect.poll(width, PATIENCE).toBe(640);
    await expect.poll(() => state(page), PATIENCE).toBe('playing');
    await page.context().close();
  });
});

/**
 * Replaces the page's `playlistUrl` with a multivariant playlist (RFC 8216 §4.3.4.2) of the stream and an audio-only
 * rendition, as packagers with a ladder offer one. The rendition is made outside of the site. Throws ffmpeg's output if there is no audio.
 */
async function offerSoundAlone(page: Page, playlistUrl: string): Promise<void> {
  const folder = newFolder();
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '12', '-hls_flags', 'temp_file'];
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const sound = join(folder, 'sound.m3u8');
  const ffmpeg = spawn('ffmpeg', [...quiet, '-i', playlistUrl, '-vn', '-c:a', 'copy', ...hls, sound]);
  onTestFinished(() => void ffmpeg.kill('SIGKILL'));
  const picture = new URL('picture.m3u8', playlistUrl).href;
  const { pathname } = new URL(playlistUrl);
  await page.route(
    (url) => url.pathname === pathname,
    (route) =>
      route.fulfill({
        contentType: 'application/vnd.apple.mpegurl',
        body: [
          '#EXTM3U',
          '#EXT-X-STREAM-INF:BANDWIDTH=2200000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"',
          'picture.m3u8',
          '#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"',
          'alone/sound.m3u8',
        ].join('\n'),
      }),
  );
  await page.route(picture, (route) => route.continue({ url: playlistUrl }));
  await page.route('**/alone/*', (route) => {
    const path = join(folder, new URL(route.request().url()).pathname.split('/').at(-1)!);
    return existsSync(path) ? route.fulfill({ body: readFileSync(path) }) : route.fulfill({ status: 404 });
  });
}
