/** Clips of a stream from streaming software while it is live, cut from its recording. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { expectWhole } from '#test/support/browser/accessibility.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';
import type { Person } from '#test/support/site/people.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };
const ON_AIR_MS = 20_000;
const USERNAME = 'Mistral';

const world = useWorld();
let owner: Person;
let viewer: Person;
let encoder: Encoder;
let page: Page;

beforeAll(async () => {
  [owner, viewer] = [await world.person(USERNAME), await world.person('Clio')];
  const setup = { title: 'Twelve blades', game: 'Desk Fans', tags: [] };
  const { rtmp_url, stream_key } = (await owner.call('POST', '/streaming/start', setup)) as StreamStatus;
  encoder = startEncoder(`${rtmp_url}${stream_key}`);
  const startedMs = Date.now();
  ({ page } = await world.visitor(viewer));
  await watch();
  await vi.waitUntil(async () => {
    const channel = (await viewer.call('GET', `/streamers/${USERNAME}`)) as Channel;
    return channel.recording_url;
  }, PATIENCE);
  await page.waitForTimeout(Math.max(0, startedMs + ON_AIR_MS - Date.now()));
});
afterAll(() => encoder?.stop());

async function watch(): Promise<void> {
  await page.goto(`/channel/${USERNAME}`);
  await page.locator('[data-player][data-state=playing]').waitFor(PATIENCE);
}

const player = () => page.locator('[data-player]');
const panel = () => page.getByRole('region', { name: 'Make a clip' });
const currentS = () =>
  player()
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime);
const behindS = async () => Number(await page.locator('[data-behind]').getAttribute('data-behind'));

async function openForm(): Promise<void> {
  await player().hover();
  await page.getByRole('button', { name: 'Make a clip' }).click();
  await panel().getByLabel('Title').waitFor();
  await panel().getByRole('button', { name: 'End here' }).click();
}

/** Presses the button, waits for the clip, and plays it to its end. */
async function makeAndWatch(title: string): Promise<Clip> {
  await panel().getByLabel('Title').fill(title);
  const made = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/api/clips') && one.status() === 201,
    { timeout: PATIENCE.timeout },
  );
  await panel().getByRole('button', { name: 'Make clip' }).click();
  const clip = (await (await made).json()) as Clip;
  await panel().getByRole('link', { name: 'watch the clip' }).click();
  await page.waitForURL(`**/clip/${clip.id}`);
  const state = () => player().getAttribute('data-state');
  await expect.poll(state, PATIENCE).toBe('playing');
  await expect.poll(state, PATIENCE).toBe('paused');
  expect(await currentS()).toBeCloseTo(clip.start_s + clip.duration_s, 0);
  return clip;
}

/** Responds like the server while the recording is behind. */
const notRecordedYet = (route: Route) =>
  route.fulfill({
    status: 409,
    json: { code: 'conflict', reason: 'clip_not_recorded_yet', detail: 'Not yet', request_id: '1' },
  });

describe('a live stream from streaming software', () => {
  it('has clips of the last seconds, which wait for its recording', async () => {
    await page.route('**/api/clips', notRecordedYet, { times: 1 });
    await openForm();
    await panel().getByRole('button', { name: 'Make clip' }).click();
    await page.getByText('The recording is about a minute behind').waitFor();
    await expectWhole(page);
    await panel().getByRole('link', { name: 'watch the clip' }).waitFor(PATIENCE);
    await panel().getByRole('button', { name: 'Make another' }).click();
    await panel().getByRole('button', { name: 'End here' }).click();
    const clip = await makeAndWatch('At the live edge');
    expect(clip).toMatchObject({ clipper: 'Clio', source: null, visibility: 'public' });
    expect(clip.duration_s).toBeGreaterThan(10);
    expect(clip.thumbnail_url).not.toBeNull();
  });

  it('has clips of its beginning for viewers who go back', async () => {
    await watch();
    await player().hover();
    await page.getByRole('slider', { name: 'Seek' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(behindS, PATIENCE).toBeGreaterThan(10);
    await expect.poll(() => player().getAttribute('data-state'), PATIENCE).toBe('playing');
    await expect.poll(currentS, PATIENCE).toBeGreaterThan(6);
    await openForm();
    const clip = await makeAndWatch('Where it began');
    expect(clip.start_s).toBe(0);
    expect(clip.duration_s).toBeGreaterThanOrEqual(4);
  });

  it('does not lose a clip if it ends meanwhile', async () => {
    await watch();
    await openForm();
    await panel().getByLabel('Title').fill('The last turn');
    await page.route('**/api/clips', notRecordedYet, { times: 1 });
    await panel().getByRole('button', { name: 'Make clip' }).click();
    await page.getByText('The recording is about a minute behind').waitFor();
    await encoder.stop();
    await owner.call('POST', '/streaming/stop');
    const { id } = (await viewer.call('GET', `/streamers/${USERNAME}`)) as Channel;
    const titles = async () =>
      ((await viewer.call('GET', `/clips?channel=${id}`)) as Clip[]).map(({ title }) => title);
    await expect.poll(titles, PATIENCE).toContain('The last turn');
  });
});
