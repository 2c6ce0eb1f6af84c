/** What a streamer sees and does while live, with the camera and with software. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcastOf, endStream, goLive } from '#test/support/browser/camera/broadcaster-page.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { limitCamera } from '#test/support/browser/camera/camera-page.ts';
import { type Encoder, startEncoder } from '#test/support/media/encoder.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import type { Person } from '#test/support/site/people.ts';
import { createStream } from '#test/support/browser/streamer.ts';
import { useWorld } from '#test/support/browser/world.ts';

/** The tick counts viewers. */
const world = useWorld({ tickMs: 1_000 }, () => SLOW_FAKE_DEVICES);
let gale: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page, complaints } = await world.visitor(gale));
  await limitCamera(page.context(), STILL_PICTURE);
});

describe('the microphone’s meter', () => {
  it('never shows "quiet" next to a loud bar', async () => {
    await page.goto('/go-live');
    await page.getByRole('button', { name: 'Start Camera' }).click();
    await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
    const seen = await page.evaluate(readMeter);
    expect(Math.max(...seen.map(({ share }) => share))).toBeGreaterThan(0.5);
    expect(seen.filter(({ share, word }) => share > 0.5 && word !== 'Good' && word !== 'Too loud')).toEqual(
      [],
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('code that does not load while live', () => {
  it('does not end the broadcast, and loads after "Try again"', async () => {
    const tab = await page.context().newPage();
    await tab.route('**/assets/**/poll-dialog-*', (route) => route.abort('connectionreset'));
    const id = await goLive(tab, 'A missing part');
    await tab.getByRole('button', { name: 'Start a poll' }).click();
    const failure = tab.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
    await failure.waitFor();
    await tab.getByText(/^LIVE - [1-9]\d* sec sent$/).waitFor();
    expect(await broadcastOf(gale, id)).toMatchObject({ ended_by: null });
    await tab.unroute('**/assets/**/poll-dialog-*');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await tab.getByRole('dialog', { name: 'Start a poll' }).waitFor();
    await tab.keyboard.press('Escape');
    await endStream(tab, 'GaleForce');
    expect(await broadcastOf(gale, id)).toMatchObject({ ended_by: 'streamer' });
    await tab.close();
  });
});

const region = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = () => page.getByRole('dialog', { name: 'End stream?' });
const path = () => new URL(page.url()).pathname;
const myChannel = () => gale.call('GET', '/streamers/GaleForce');

const chatOf = (where: Page) => where.getByRole('complementary', { name: 'Stream Chat' });
/** Sends a message in the page's chat. */
async function say(where: Page, text: string): Promise<void> {
  const chat = chatOf(where);
  await chat.getByRole('textbox').fill(text);
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText(text, { exact: true }).waitFor();
}
const received = (where: Page, text: string) => chatOf(where).getByText(text, { exact: true }).waitFor();

describe('the own channel while offline', () => {
  it('offers Go Live', async () => {
    await page.goto('/channel/GaleForce');
    await page.getByRole('main').getByRole('link', { name: 'Go Live' }).click();
    await button('Start Camera').waitFor();
    await expect.poll(path).toBe('/go-live');
  });
});

describe('/go-live, while live', () => {
  let zephyr: Person;
  let fan: Page;
  let id: string;
  beforeAll(async () => {
    zephyr = await world.person('Zephyr');
    ({ page: fan } = await world.visitor(zephyr));
    id = await goLive(page, 'An evening breeze');
  });

  it('has the chat to read and write', async () => {
    await fan.goto('/channel/GaleForce');
    await say(fan, 'How quiet is it?');
    await received(page, 'How quiet is it?');
    await say(page, 'As a library');
    await received(fan, 'As a library');
    await expect.poll(() => chatOf(page).getByRole('textbox').isEnabled()).toBe(true);
  });

  it('counts viewers', async () => {
    const picture = region('Camera Preview');
    await expect.poll(() => picture.innerText(), { timeout: 100_000 }).toMatch(/1\s*viewer/);
  });

  it('changes title, category and tags without ending', async () => {
    const details = region('Stream Details');
    await details.getByLabel('Stream Title').fill('A stronger breeze');
    await details.getByLabel('Category').selectOption('Tower Fans');
    await details.getByLabel('Tags', { exact: true }).fill('brass');
    await details.getByLabel('Tags', { exact: true }).press('Enter');
    await details.getByLabel('Keep replays of my streams').click();
    await details.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Saved!');
    await details.getByRole('button', { name: 'No changes to save' }).waitFor();
    const visible = { title: 'A stronger breeze', game: 'Tower Fans', tags: ['brass'], is_live: true };
    expect(await myChannel()).toMatchObject(visible);
    const { title } = visible;
    expect(await broadcastOf(gale, id)).toMatchObject({ status: 'live', title, keep_replay: false });
    await fan.getByRole('heading', { name: 'A stronger breeze' }).waitFor();
  });

  it('can show what viewers see, muted', async () => {
    const card = region('What viewers see');
    await expect.poll(() => card.locator('video').count()).toBe(0);
    await card.getByRole('button', { name: 'Show video' }).click();
    await card.locator('[data-player][data-state=playing]').waitFor({ timeout: 110_000 });
    await expect
      .poll(() => card.locator('video').evaluate((video: HTMLVideoElement) => video.muted))
      .toBe(true);
    await card.getByRole('button', { name: 'Hide video' }).click();
    await expect.poll(() => card.locator('video').count()).toBe(0);
  });

  it('asks once before it ends if there are viewers', async () => {
    await button('End Stream').click();
    await question().getByText('1 person is watching.', { exact: true }).waitFor();
    await question().getByRole('button', { name: 'Stay live' }).click();
    expect(await myChannel()).toMatchObject({ is_live: true });
    await button('End Stream').click();
    await question().getByRole('button', { name: 'End Stream' }).click();
    await expect.poll(path, { timeout: 60_000 }).toBe('/channel/GaleForce');
    const receipt = region('Your broadcast');
    await receipt.getByText(/^Live for \d+ (min|sec)/).waitFor();
    await receipt.getByText('You chose not to keep a replay.').waitFor();
    await receipt.getByText(/^Cost to Fanfare: (about \$\d|less than \$0\.01$)/).waitFor();
    await fan.close();
  });
});

let breeze: Person;
/** Runs the operator's command. */
const cap = async (name: string, dollars: string): Promise<void> => {
  const env = { ...process.env, DATA_DIR: world.dataDir };
  await promisify(execFile)('npm', ['run', 'admin', '--silent', '--', 'cap', name, dollars], { env });
};

describe('/go-live-advanced, while live', () => {
  const bar = () => region('Live');
  let encoder: Encoder;

  beforeAll(async () => {
    breeze = await world.person('Breeze');
    ({ page, complaints } = await world.visitor(breeze));
    const { publishUrl } = await createStream(page, 'A steady breeze', 'A fan of my own');
    encoder = startEncoder(publishUrl);
    await page.getByText('Encoder connected').waitFor();
  });
  afterAll(() => encoder?.stop());

  it('shows duration, viewers and address', async () => {
    await expect.poll(() => bar().getByRole('timer').innerText()).toMatch(/^0:\d\d$/);
    await bar().getByText('0 viewers', { exact: true }).waitFor();
    const link = bar().getByRole('link', { name: '/channel/Breeze' });
    await expect.poll(() => link.getAttribute('href')).toBe('/channel/Breeze');
    await bar().getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Copied!');
    await say(page, 'Hello to nobody');
    await region('What viewers see').getByRole('button', { name: 'Show video' }).waitFor();
  });

  it('changes title, category, tags and replay choice without ending', async () => {
    const { stream_key } = (await breeze.call('GET', '/streaming/status')) as { stream_key: string };
    await page.getByLabel('Stream Title').fill('A warmer breeze');
    await page.getByLabel('Keep replays of my streams').click();
    await button('Save changes').click();
    await expectToast(page, 'Saved!');
    expect(await breeze.call('GET', '/streaming/status')).toMatchObject({
      title: 'A warmer breeze',
      game: 'A fan of my own',
      keep_replay: false,
      stream_key,
    });
    await expect.poll(() => page.getByLabel('Stream Title').inputValue()).toBe('A warmer breeze');
    await button('No changes to save').waitFor();
  });

  it('is linked from the own channel, which can end it without a question when there are no viewers', async () => {
    await page.goto('/go-live');
    const note = region("You're already live");
    await note.getByRole('link', { name: 'Manage' }).click();
    await button('Stop Stream').waitFor();
    await page.goto('/channel/Breeze');
    const manage = page.getByRole('link', { name: 'Manage' });
    await expect.poll(() => manage.getAttribute('href')).toBe('/go-live-advanced');
    await breeze.call('PATCH', '/streamers/status', { title: 'The last of it' });
  });

  it('stops without a question when there are no viewers', async () => {
    await page.goto('/go-live-advanced');
    await button('Stop Stream').click();
    await expectToast(page, 'Stream Stopped');
    await createStream(page, 'Another one', 'Box Fans');
    await page.goto('/channel/Breeze');
    await page.getByRole('main').getByRole('button', { name: 'End Stream' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Go Live' }).waitFor();
    expect(await breeze.call('GET', '/streaming/status')).toMatchObject({ is_live: false });
  });
});

describe('a channel at its cost cap', () => {
  const notice = () =>
    page.getByRole('alert').filter({ hasText: "You can't go live for the rest of this month" });
  const WORDS = /This month, your broadcasts have cost .* \$0\. You can go live again on \w+ 1 \(UTC\)\./;

  beforeAll(() => cap('Breeze', '0'));

  it('shows it on both pages, not only in a toast, and goes live when allowed', async () => {
    await page.goto('/go-live-advanced');
    await page.getByLabel('Stream Title').fill('One too many');
    await page.getByLabel('Category').fill('Box Fans');
    await button('Create Stream').click();
    await notice().getByText(WORDS).waitFor();
    await page.goto('/go-live');
    await button('Start Camera').click();
    await expectToast(page, 'Camera Ready');
    await page.getByLabel('Title').fill('One too many');
    await page.getByLabel('Category').selectOption('Box Fans');
    await button('Go LIVE').click();
    await notice().getByText(WORDS).waitFor();
    expect(await breeze.call('GET', '/streamers/Breeze')).toMatchObject({ is_live: false });
    await cap('Breeze', 'none');
    await button('Go LIVE').click();
    await button('End Stream').waitFor();
    await expect.poll(() => notice().count()).toBe(0);
    await breeze.call('PATCH', '/streamers/status', { is_live: false });
  });
});

it('the pages caused no error', () => {
  expect(complaints).toEqual([]);
});

interface Reading {
  readonly share: number;
  readonly word: string;
}

/** Returns the meter's readings per frame, over three beeps of Chromium’s fake microphone. */
function readMeter(): Promise<Reading[]> {
  const meter = document.querySelector('[role=meter]');
  const seen: Reading[] = [];
  return new Promise((resolve) => {
    const inspect = () => {
      const bar = meter?.firstElementChild as HTMLElement;
      const share = Number(/scaleX\(([\d.]+)\)/.exec(bar.style.transform)?.[1]);
      seen.push({ share, word: meter?.nextElementSibling?.textContent ?? '' });
      if (seen.length < 200) requestAnimationFrame(inspect);
      else resolve(seen);
    };
    requestAnimationFrame(inspect);
  });
}
