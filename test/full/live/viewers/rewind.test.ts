/** A viewer goes back in a broadcast that started an hour ago, whose first minutes and last minute are stored. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright-core';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageKey } from '#functions/chat/index.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { goLiveAnHourAgo, LONG } from '#test/support/api/broadcast/long-broadcast.ts';
import { useFirefox } from '#test/support/browser/firefox.ts';
import { onAirS } from '#test/support/browser/live-seek-bar.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { AnyPage } from '#test/support/media/counter-picture.ts';
import { openDatabase } from '#test/support/stand-ins/table-fixture.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
const firefox = useFirefox(world);
let broadcast: Awaited<ReturnType<typeof goLiveAnHourAgo>>;
let page: Page;
let requests: string[];

beforeAll(async () => {
  const person = await world.person('LongBreeze');
  broadcast = await goLiveAnHourAgo(world.site, world.dataDir, person);
  await say(person.id, broadcast.startedAtMs + 10_000, 'Good morning');
  await say(person.id, Date.now(), 'Much later');
  ({ page } = await world.visitor(await world.person('EarlyBird')));
  requests = [];
  page.on('request', (request) => requests.push(request.url()));
});
afterAll(() => broadcast?.end());

/** Stores a chat message with this time. */
async function say(channelId: string, atMs: number, message: string): Promise<void> {
  const id = ulid(atMs);
  const timestamp = new Date(atMs).toISOString();
  const Item = { ...messageKey(channelId, id), username: 'Mistral', message, timestamp, author_id: id };
  const client = openDatabase(world.site.endpoints.dynamodb, world.dataDir);
  await client.send(new PutCommand({ TableName: world.site.endpoints.table_name, Item }));
  client.destroy();
}

const player = () => page.locator('[data-player]');
const video = () => page.locator('[data-player] video');
const slider = () => page.getByRole('slider', { name: 'Seek' });
const live = () => page.locator('[data-behind]');

async function untilPlaying(): Promise<void> {
  await expect.poll(() => player().getAttribute('data-state'), PATIENCE).toBe('playing');
  await player().hover();
}

/** Returns the picture's time since the start in seconds, according to the seek bar. */
async function airS(): Promise<number> {
  const text = (await slider().getAttribute('aria-valuetext')) ?? '';
  const [position = ''] = text.split(' of ');
  return position.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

const behindS = async () => Number(await live().getAttribute('data-behind'));

/** Expects that the video plays. */
async function moves(): Promise<void> {
  const fromS = await video().evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect
    .poll(() => video().evaluate((video: HTMLVideoElement) => video.currentTime), PATIENCE)
    .toBeGreaterThan(fromS + 2);
}

it('goes back in Firefox', async () => {
  const { page, complaints } = await firefox();
  await page.goto(`${world.site.url}/channel/LongBreeze`);
  const times = () => onAirS(page as AnyPage);
  await expect.poll(async () => (await times()).endS, PATIENCE).toBeGreaterThan(LONG.lostUntilS);
  await page.focus('[data-player] [role=slider][aria-valuemax]');
  await page.keyboard.press('Home');
  await expect.poll(async () => (await times()).atS, PATIENCE).toBeLessThan(10);
  await expect.poll(async () => (await times()).atS, PATIENCE).toBeGreaterThan(12);
  expect(complaints).toEqual([]);
});

describe('a broadcast that began an hour ago', () => {
  it('plays live at first, and requests no part of its past', async () => {
    await page.goto('/channel/LongBreeze');
    await expect.poll(() => player().getAttribute('data-state'), PATIENCE).toBe('playing');
    await moves();
    expect(requests.filter((url) => url.includes('/rewind'))).toEqual([]);
    await player().hover();
    await expect.poll(airS, PATIENCE).toBeGreaterThan(LONG.lostUntilS);
  });

  it('goes back to its start, and continues', async () => {
    await slider().focus();
    await page.keyboard.press('Home');
    await expect.poll(airS, PATIENCE).toBeLessThan(10);
    await moves();
    expect(await airS()).toBeLessThan(30);
    expect(await behindS()).toBeGreaterThan(LONG.lostUntilS - 60);
    await expect.poll(() => slider().evaluate((bar) => bar === document.activeElement)).toBe(true);
  });

  it('has a thumbnail of a minute, which is requested when the pointer comes', async () => {
    const bar = await slider().boundingBox();
    const share = (LONG.lostUntilS + 5) / Number(await slider().getAttribute('aria-valuemax'));
    await page.mouse.move(bar!.x + bar!.width * share, bar!.y + bar!.height / 2);
    const picture = page.locator('[data-player] img[src*="/picture-003540.jpg"]');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENCE)
      .toBeGreaterThan(0);
  });

  it('shows the chat of that moment, and the live chat on request', async () => {
    const chat = page.getByRole('complementary', { name: 'Chat' });
    await expect.poll(() => chat.getByText('Good morning').count(), PATIENCE).toBe(1);
    expect(await chat.getByText('Much later').count()).toBe(0);
    expect(await chat.getByText(/^Chat as it was at /).count()).toBe(1);
    await chat.getByRole('button', { name: 'Live chat' }).click();
    await expect.poll(() => chat.getByText('Much later').count(), PATIENCE).toBe(1);
  });

  it('can be clipped at the rewound position', async () => {
    await page.getByRole('button', { name: 'Make a clip' }).click();
    const maker = page.getByRole('region', { name: 'Make a clip' });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/clips')),
      maker.getByRole('button', { name: 'Make clip' }).click(),
    ]);
    const clip = (await answer.json()) as Clip;
    expect(clip).toMatchObject({ duration_s: expect.any(Number) });
    expect((await fetch(world.site.url + clip.playback_url)).status).toBe(200);
    await maker.getByRole('button', { name: 'Close clip editor' }).click();
  });

  it('switches the rendition', async () => {
    await player().hover();
    await page.getByRole('button', { name: 'Quality' }).click();
    await page.getByRole('menuitemradio', { name: '90p', exact: true }).click();
    await expect
      .poll(() => video().evaluate((video: HTMLVideoElement) => video.videoWidth), PATIENCE)
      .toBe(LONG.smallPx);
    await moves();
  });

  it('skips a gap', async () => {
    const bar = await slider().boundingBox();
    const share = (LONG.storedS - 8) / (LONG.lostUntilS + 20);
    await page.mouse.click(bar!.x + bar!.width * share, bar!.y + bar!.height / 2);
    await expect.poll(airS, PATIENCE).toBeGreaterThan(LONG.storedS - 30);
    await expect.poll(airS, PATIENCE).toBeGreaterThan(LONG.lostUntilS - 1);
    await moves();
  });

  it('returns to live', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(behindS, PATIENCE).toBeGreaterThan(10);
    await live().click();
    await expect.poll(behindS, PATIENCE).toBeLessThan(3);
    await moves();
  });

  it('continues where it was paused', async () => {
    const play = () => video().evaluate((video: HTMLVideoElement) => video.play());
    await video().evaluate((video: HTMLVideoElement) => video.pause());
    await page.waitForTimeout(6000);
    await play();
    await moves();
    expect(await behindS()).toBeGreaterThan(4);
  });

  it('is live again after a reload', async () => {
    await slider().focus();
    await page.keyboard.press('Home');
    await expect.poll(airS, PATIENCE).toBeLessThan(10);
    await page.reload();
    await untilPlaying();
    await expect.poll(airS, PATIENCE).toBeGreaterThan(LONG.lostUntilS);
  });
});
