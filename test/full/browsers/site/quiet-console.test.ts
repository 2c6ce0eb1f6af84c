import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logIn } from '#test/support/browser/streamer.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const world = useWorld();
const makeFilm = useFilms();
let streamer: Person;
let encoder: Encoder | undefined;
let videoPath: string;
let page: Page;
/** Console errors, and error responses. */
let noise: string[];

beforeAll(async () => {
  streamer = await world.person('SteadyBreeze');
  await world.person('QuietAir');
  const film = await makeFilm(FILMS[0] as Film);
  const video = await published(world.site, streamer, film, 'A desk fan');
  await untilReady(streamer, video);
  videoPath = `/channel/SteadyBreeze/video/${video.id}`;
});

afterAll(() => encoder?.stop());

beforeEach(async () => {
  noise = [];
  ({ page } = await world.visitor());
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) noise.push(`${response.status()} ${response.url()}`);
  });
});

const playerState = () => page.locator('[data-player]').getAttribute('data-state');

/** Goes live with software. Returns the address for the encoder. */
async function announceStream(): Promise<string> {
  const setup = { title: 'A breeze', game: 'Box Fans', tags: [] };
  const { rtmp_url, stream_key } = (await streamer.call('POST', '/streaming/start', setup)) as Record<
    'rtmp_url' | 'stream_key',
    string
  >;
  return `${rtmp_url}${stream_key}`;
}

/** Visits each page until nothing loads; waits for playback on the live channel and the video. */
async function visitPages(paths: readonly string[]): Promise<void> {
  for (const path of paths) await page.goto(path, { waitUntil: 'networkidle' });
  for (const path of ['/channel/SteadyBreeze', videoPath]) {
    await page.goto(path);
    await expect.poll(playerState).toBe('playing');
  }
}

const PUBLIC = ['/', '/browse', '/channel/QuietAir'];

it('a page that waits for the first picture of a camera or an encoder shows no error', async () => {
  const camera = { title: 'From the camera', category: 'Box Fans', tags: [] };
  const started = await streamer.call('POST', '/browser-stream/start', camera);
  const { stream_id } = started as { stream_id: string };
  await page.goto('/channel/SteadyBreeze', { waitUntil: 'networkidle' });
  await expect.poll(playerState).toBe('waiting');
  await streamer.call('POST', `/browser-stream/stop/${stream_id}`, {});
  await page.getByText('The stream has ended').first().waitFor();
  const address = await announceStream();
  encoder = startEncoder(address);
  await expect.poll(playerState).toBe('playing');
  expect(noise).toEqual([]);
});

it('a signed-out visit shows no error', async () => {
  await visitPages([...PUBLIC, '/login', '/signup', '/about']);
  expect(noise).toEqual([]);
});

it('a signed-in visit shows no error, and renews its token before the API refuses it', async () => {
  await logIn(page, 'QuietAir');
  await visitPages([...PUBLIC, '/following', '/settings']);
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await page.clock.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
  await visitPages(['/following', '/settings']);
  expect((await renewal).status()).toBe(200);
  expect(noise).toEqual([]);
});
