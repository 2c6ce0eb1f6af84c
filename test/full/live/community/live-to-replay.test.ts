/**
 * A broadcast whose viewers chat, each some seconds behind, and its replay: each message appears at the frame that its
 * author saw.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { type DirectClient, goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments, TONE } from '#test/support/api/broadcast/direct-segments.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { counterPicture, frameAt, seenFrames, watchFrames } from '#test/support/media/counter-picture.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import type { Person } from '#test/support/site/people.ts';

const LENGTH_S = 120;
const FRAMES_PER_S = 30;
const PICTURE = { size: '320x180', cellPx: 40 };
/** Between a frame on the screen and the player's clock, on a busy machine. */
const TOLERANCE_S = 1;
const AT_ONCE = { interval: 100 };

/** A viewer who writes. */
interface Viewer {
  readonly page: Page;
  readonly person: Person;
}

/** A message, with the counter of the frame that its author saw. */
interface Said {
  readonly message: ChatMessage;
  readonly counter: number;
}

const world = useWorld();
let zephyrine: Person;
let client: DirectClient;
let near: Viewer;
let far: Viewer;
let isLive = true;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  zephyrine = await world.person('Zephyrine');
  const inputs = ['-f', 'lavfi', '-i', counterPicture(PICTURE), ...TONE];
  const segments = makeSegments({ seconds: LENGTH_S, inputs });
  client = await goLiveDirect({ url: () => world.site.url, person: zephyrine, segments });
  [near, far] = [await watching('NearFan'), await watching('FarFan')];
});
afterAll(() => (isLive ? client?.end() : undefined));

async function watching(username: string): Promise<Viewer> {
  const person = await world.person(username);
  const visitor = await world.visitor(person);
  complaints.push(visitor.complaints);
  const { page } = visitor;
  await page.setViewportSize(SMALL_VIEWPORT);
  await page.goto('/channel/Zephyrine');
  await page.locator('[data-player][data-state="playing"]').waitFor();
  await watchFrames(page, PICTURE.cellPx);
  return { page, person };
}

const latest = async ({ page }: Viewer): Promise<number> => (await seenFrames(page)).at(-1)?.counter ?? 0;

const write = ({ page }: Viewer, words: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Send a message' }).fill(words);

async function say(viewer: Viewer, words: string): Promise<Said> {
  await write(viewer, words);
  return send(viewer);
}

/** Sends the message; the frame is read at the same moment. */
async function send({ page }: Viewer): Promise<Said> {
  const isWritten = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/api/chat/'),
  );
  const button = page.getByRole('button', { name: 'Send', exact: true });
  const counter = await button.evaluate((button: HTMLElement) => {
    const { seenFrames } = globalThis as unknown as { seenFrames: { counter: number }[] };
    const visible = seenFrames.at(-1)!.counter;
    button.click();
    return visible;
  });
  return { message: (await (await isWritten).json()) as ChatMessage, counter };
}

/** Returns when the frame with this counter was made, according to the playlist. */
async function madeAt(counter: number): Promise<number> {
  const read = async (path: string) => (await fetch(new URL(path, world.site.url))).text();
  const { video_url } = JSON.parse(await read('/api/streamers/Zephyrine')) as Channel;
  const [segment] = parsePlaylist(await read(video_url.replace('live.m3u8', 'live/main.m3u8'))).segments;
  return Date.parse(segment!.date) - segment!.sequence * 1000 + (counter * 1000) / FRAMES_PER_S;
}

let first: Said;
let second: Said;
let spam: Said;
let late: Said;

describe('viewers of a broadcast', () => {
  it('write at their picture’s position, however far behind', async () => {
    await expect.poll(client.stored, { interval: 250 }).toBeGreaterThan(12);
    // Goes back with the keyboard as often as necessary: a live player does not catch up after a seek.
    await far.page.locator('[data-player]').hover();
    const goBack = async () => {
      await far.page.locator('[data-player]').focus();
      await far.page.keyboard.press('ArrowLeft');
    };
    await goBack();
    // On a busy machine writing takes a while, and the viewer with the smaller delay may wait for data meanwhile.
    await write(near, 'I saw it first');
    await write(far, 'Here it comes');
    const isBehind = async () => (await latest(near)) - (await latest(far)) > 3 * FRAMES_PER_S;
    await expect.poll(async () => (await isBehind()) || goBack(), { interval: 2000 }).toBe(true);
    first = await send(near);
    second = await send(far);
    for (const { message, counter } of [first, second]) {
      const visibleMs = Date.parse(message.shown_at ?? '');
      expect(Math.abs(visibleMs - (await madeAt(counter))) / 1000).toBeLessThan(TOLERANCE_S);
    }
    expect(second.counter).toBeLessThan(first.counter);
    expect(second.message.timestamp > first.message.timestamp).toBe(true);
  });

  it('chat on, and the streamer removes a message', async () => {
    const until = first.counter + 4 * FRAMES_PER_S;
    await expect.poll(() => latest(near), AT_ONCE).toBeGreaterThan(until);
    spam = await say(near, 'Buy my fans');
    late = await say(near, 'What a finish');
    await zephyrine.call('DELETE', `/rooms/${zephyrine.id}/messages/${spam.message.id}`);
    await expect.poll(client.stored, { interval: 250 }).toBeGreaterThan(late.counter / FRAMES_PER_S + 3);
  });
});

describe('the replay', () => {
  let page: Page;
  const chat = (): Locator => page.getByRole('complementary', { name: 'Stream chat replay' });
  const shows = (words: string) => chat().getByText(words, { exact: true }).count();
  const order = () => chat().getByRole('listitem').allInnerTexts();

  beforeAll(async () => {
    await client.end();
    isLive = false;
    const stop = `/browser-stream/stop/${client.streamId}`;
    const { video_id } = (await zephyrine.call('POST', stop, {
      chunk_count: client.stored(),
    })) as BrowserStream;
    const visitor = await world.visitor();
    complaints.push(visitor.complaints);
    ({ page } = visitor);
    await page.goto(`/channel/Zephyrine/video/${video_id}`);
    await chat().waitFor();
    await page.locator('[data-player]:is([data-state="playing"], [data-state="ready"])').waitFor();
  });

  /** Seeks, and returns the displayed frame. */
  const goTo = async (atS: number): Promise<number> => (await frameAt(page, atS, PICTURE.cellPx)).counter;
  const placeOf = ({ counter }: Said): number => counter / FRAMES_PER_S;

  it('shows each message at the frame that its author saw, forwards and backwards', async () => {
    for (const said of [second, first, late]) {
      const { message } = said.message;
      const after = placeOf(said) + TOLERANCE_S;
      expect(Math.abs((await goTo(after)) - said.counter - TOLERANCE_S * FRAMES_PER_S)).toBeLessThan(5);
      await expect.poll(() => shows(message)).toBe(1);
      await goTo(placeOf(said) - TOLERANCE_S);
      await expect.poll(() => shows(message)).toBe(0);
    }
    // The frame determines the order, because a viewer who is behind comments on the same frame later.
    await goTo(placeOf(late) + TOLERANCE_S);
    await expect.poll(async () => (await order()).length).toBe(3);
    const words = await order();
    for (const [index, { message }] of [second, first, late].entries())
      expect(words[index]).toContain(message.message);
    await goTo(0);
    await chat().getByText('No messages so far.').waitFor();
  });

  it.each([
    [390, 844],
    [1440, 900],
  ])('is read completely by keyboard at %i px, and passes axe', async (width, height) => {
    await page.setViewportSize({ width, height });
    await chat().getByRole('button', { name: 'Show full chat' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => shows('What a finish')).toBe(1);
    expect(await shows('Buy my fans')).toBe(0);
    await page.keyboard.press('Tab');
    const log = chat().getByRole('region', { name: 'Messages' });
    await expect.poll(() => log.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await chat().getByText('No messages so far.').waitFor();
  });

  it('omits messages that are removed later, and is empty after the chat was cleared', async () => {
    const whole = async () => {
      await page.reload();
      await chat().getByRole('button', { name: 'Show full chat' }).click();
    };
    await zephyrine.call('DELETE', `/rooms/${zephyrine.id}/messages/${first.message.id}`);
    await whole();
    await expect.poll(() => shows('Here it comes')).toBe(1);
    expect(await shows('I saw it first')).toBe(0);
    await zephyrine.call('POST', `/rooms/${zephyrine.id}/clear`);
    await whole();
    await chat().getByText('No messages were sent during the stream.').waitFor();
    expect(complaints.flat()).toEqual([]);
  });
});
