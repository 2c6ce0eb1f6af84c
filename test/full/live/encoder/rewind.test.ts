/** A viewer goes back in a stream from streaming software, while its recording grows. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };
/** Longer than a live playlist. */
const ON_AIR_S = 25;

const world = useWorld();
let encoder: Encoder;
let page: Page;
let requests: string[];
let startedMs: number;

beforeAll(async () => {
  const person = await world.person('Sirocco');
  const setup = { title: 'Since a moment', game: 'Desk Fans', tags: [] };
  const { rtmp_url, stream_key } = (await person.call('POST', '/streaming/start', setup)) as StreamStatus;
  encoder = startEncoder(`${rtmp_url}${stream_key}`);
  startedMs = Date.now();
  ({ page } = await world.visitor());
  requests = [];
  page.on('request', (request) => requests.push(request.url()));
});
afterAll(() => encoder?.stop());

const player = () => page.locator('[data-player]');
const currentS = () =>
  player()
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime);
const behindS = async () => Number(await page.locator('[data-behind]').getAttribute('data-behind'));
const ofRecording = () => requests.filter((url) => new URL(url).pathname.startsWith('/ivs/'));

/** Expects that the video plays. */
async function moves(): Promise<void> {
  const fromS = await currentS();
  await expect.poll(currentS, PATIENCE).toBeGreaterThan(fromS + 2);
}

describe('a stream from streaming software', () => {
  it('plays live, and requests no part of its recording', async () => {
    await page.goto('/channel/Sirocco');
    await expect.poll(() => player().getAttribute('data-state'), PATIENCE).toBe('playing');
    const recordingUrl = async () =>
      ((await (await fetch(`${world.site.url}/api/streamers/Sirocco`)).json()) as Channel).recording_url;
    await expect.poll(recordingUrl, PATIENCE).toMatch(/^\/ivs\/.+\.m3u8$/);
    await page.waitForTimeout(Math.max(0, startedMs + ON_AIR_S * 1000 - Date.now()));
    expect(ofRecording().filter((url) => url.endsWith('.m3u8'))).toEqual([]);
  });

  it('shows the time since its start', async () => {
    await player().hover();
    const onAirS = await page.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuemax');
    // The API's times are in whole seconds.
    expect(Number(onAirS)).toBeLessThanOrEqual((Date.now() - startedMs) / 1000 + 1);
    expect(Number(onAirS)).toBeGreaterThan(0);
  });

  it('goes back to its start, and plays beyond what was recorded by then', async () => {
    await player().hover();
    await page.getByRole('slider', { name: 'Seek' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(behindS, PATIENCE).toBeGreaterThan(10);
    await expect.poll(() => ofRecording().some((url) => url.endsWith('/0.ts')), PATIENCE).toBe(true);
    const playlist = ofRecording().find((url) => url.endsWith('/playlist.m3u8'));
    const recorded = await (await fetch(playlist!)).text();
    const recordedS = [...recorded.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, s]) => sum + Number(s), 0);
    await expect.poll(currentS, PATIENCE).toBeGreaterThan(recordedS + 2);
  });

  it('returns to live', async () => {
    await player().hover();
    await page.locator('[data-behind]').click();
    await expect.poll(behindS, PATIENCE).toBeLessThan(3);
    await moves();
  });
});
