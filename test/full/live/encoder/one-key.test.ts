/** A streamer who sets the software up once: previews, three streams, and a reset of the key. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { stopStream } from '#test/support/browser/camera/broadcaster-page.ts';
import { createStream } from '#test/support/browser/streamer.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';
import type { Person } from '#test/support/site/people.ts';

const SETUP = { title: 'Brass', game: 'Box Fans', tags: [] };
const LONG_MS = 60_000;
/** Enough for a replay. */
const REPLAY_MS = 8_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const world = useWorld({ tickMs: 1_000 });
let ada: Person;
let page: Page;
let url: string;
/** The address of the first stream. */
let watched: string;
let encoder: Encoder | undefined;

beforeAll(async () => {
  ada = await world.person('OnceAda');
  ({ page } = await world.visitor(ada));
});
afterAll(() => encoder?.stop());

const status = async () => (await ada.call('GET', '/streaming/status')) as StreamStatus;
const channel = async () => (await ada.call('GET', `/streamers/${ada.username}`)) as Channel;
const replays = async () => (await ada.call('GET', `/videos?channel=${ada.id}`)) as Video[];
const codeOf = async (address: string) => (await fetch(address)).status;
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: LONG_MS, interval: 300 });

/** As software does it that was set up once; it does not connect again by itself. */
const connect = () => {
  encoder = startEncoder(url);
  return encoder;
};

it('a first stream is public, and its key stays', async () => {
  const { publishUrl } = await createStream(page, 'Brass', 'Box Fans');
  url = publishUrl;
  connect();
  await eventually(async () => expect(await channel()).toMatchObject({ is_live: true }));
  watched = (await channel()).video_url;
  expect([await codeOf(watched), await codeOf(watched.split('?')[0]!)]).toEqual([200, 403]);
  await pause(REPLAY_MS);
  await stopStream(page);
  expect(await encoder?.exit).not.toBe(0);
});

it('software that connects again is a preview in the dashboard, which its owner makes public', async () => {
  connect();
  const card = page.getByRole('region', { name: 'Your software is connected' });
  await card.waitFor({ timeout: LONG_MS });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some((video) => video.currentTime > 1),
  );
  expect(await channel()).toMatchObject({ is_live: false, video_url: '' });
  const { preview } = await status();
  expect([await codeOf(preview?.playback_url ?? ''), await codeOf(watched)]).toEqual([200, 403]);

  await page.getByLabel('Stream Title').fill('From the preview');
  await page.getByLabel('Category').fill('Box Fans');
  await page.getByRole('button', { name: 'Go Live', exact: true }).click();
  await expectToast(page, 'Stream Created!');
  const live = { is_live: true, ingest: 'receiving', title: 'From the preview' };
  await eventually(async () => expect(await channel()).toMatchObject(live));
  expect(await codeOf((await channel()).video_url)).toBe(200);
  expect(url).toContain((await status()).stream_key);
});

it('a reset key disconnects who has the old one, and the stream goes on with the new one', async () => {
  const { started_at } = await status();
  await page.getByRole('button', { name: 'Reset key' }).click();
  await page.getByRole('button', { name: 'Reset and disconnect' }).click();
  await expectToast(page, 'Stream key reset');
  expect(await encoder?.exit).not.toBe(0);
  expect(await connect().exit).not.toBe(0);
  const { rtmp_url, stream_key } = await status();
  url = `${rtmp_url}${stream_key}`;
  connect();
  await eventually(async () => expect(await status()).toMatchObject({ ingest: 'receiving', started_at }));
  await pause(REPLAY_MS);
  await ada.call('POST', '/streaming/stop');
  await encoder?.exit;
});

it('the replay of what was a preview begins when it was public', async () => {
  await eventually(async () =>
    expect((await replays()).map(({ title, status: state }) => [title, state])).toEqual([
      ['From the preview', 'ready'],
      ['Brass', 'ready'],
    ]),
  );
  const [{ playback_url: playlist } = { playback_url: '' }] = await replays();
  const read = async (path: string) => (await fetch(new URL(path, world.site.url))).text();
  const variant = (await read(playlist ?? '')).split('\n').find((line) => line.endsWith('.m3u8')) ?? '';
  const folder = (playlist ?? '').replace(/[^/]+$/, '');
  const segments = (await read(folder + variant)).split('\n').filter((line) => line.endsWith('.ts'));
  const codes = await Promise.all(segments.map((path) => codeOf(new URL(path, world.site.url).href)));
  expect(new Set(codes)).toEqual(new Set([200]));
  const [first = ''] = segments;
  // What was before has another number in the same folder.
  const before = Number(/(\d+)\.ts$/.exec(first)?.[1]) - 1;
  expect(await codeOf(new URL(first.replace(/\d+\.ts$/, `${before}.ts`), world.site.url).href)).toBe(404);
});

it('a third stream begins with the same software', async () => {
  await ada.call('POST', '/streaming/start', SETUP);
  connect();
  await eventually(async () => expect(await channel()).toMatchObject({ is_live: true }));
  expect((await status()).auto_start).toBe(false);
  await ada.call('POST', '/streaming/stop');
  await encoder?.exit;
});

it('software that connects again just after the end starts no stream, even where its owner lets it', async () => {
  await ada.call('PATCH', '/streamers/status', { auto_start: true });
  connect();
  await eventually(async () => expect((await status()).preview).toBeDefined());
  expect(await status()).toMatchObject({ is_live: false, auto_start: true });
  encoder?.stop();
});
