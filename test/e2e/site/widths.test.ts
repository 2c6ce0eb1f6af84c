import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHAT_MESSAGE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  DISPLAY_NAME_MAX_LENGTH,
  GAME_MAX_LENGTH,
  MAX_TAGS,
  SCHEDULE_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
} from '../../../shared/limits.ts';
import type { Person } from '../../support/site/people.ts';
import { aVideo, OUTPUTS } from '../../support/table/seed-videos.ts';
import { useWorld } from '../../support/browser/world.ts';

const WIDTHS_PX = [320, 390, 768];
const PHONE = { width: 390, height: 844 };
const PHONE_ON_ITS_SIDE = { width: 844, height: 390 };
const SMALL_DESK = { width: 1024, height: 768 };

const word = (letters: number, letter = 'W') => letter.repeat(letters);
const ADDRESS = 'https://fans.example/';
const DESCRIPTION = ADDRESS + word(DESCRIPTION_MAX_LENGTH - ADDRESS.length, 'w');
const TITLE = word(TITLE_MAX_LENGTH);
const TAGS = ['W', 'M', 'Q', 'O', 'G'].slice(0, MAX_TAGS).map((letter) => word(TAG_MAX_LENGTH, letter));
const USERNAME = word(USERNAME_MAX_LENGTH);

const world = useWorld();
/** Has a word without end wherever words may be, and is live. */
let wordy: Person;
let page: Page;

beforeAll(async () => {
  wordy = await world.person(USERNAME);
  await wordy.call('PUT', '/streamers/profile', {
    display_name: word(DISPLAY_NAME_MAX_LENGTH),
    description: DESCRIPTION,
    schedule: word(SCHEDULE_MAX_LENGTH),
  });
  await wordy.call('POST', '/streaming/start', { title: TITLE, game: word(GAME_MAX_LENGTH), tags: TAGS });
  await wordy.call('POST', `/chat/${wordy.id}`, { message: word(CHAT_MESSAGE_MAX_LENGTH) });
  const fan = await world.person('FanOfWords');
  await fan.call('POST', `/follows/${wordy.id}`);
  ({ page } = await world.visitor(fan));
  const words = { title: TITLE, description: DESCRIPTION, category: word(GAME_MAX_LENGTH), tags: TAGS };
  const videos = ['one', 'two'].map((id) => aVideo(wordy, { ...words, ...OUTPUTS, id, status: 'ready' }));
  await page.route('**/api/videos?*', (route) => route.fulfill({ json: videos }));
  await page.route('**/api/videos/one', (route) => route.fulfill({ json: videos[0] }));
});

const open = async (path: string) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.body.textContent?.includes('Loading...'));
};
const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
/** Right edges of what is in the top bar. */
const barEdges = () =>
  page
    .getByRole('banner')
    .locator('a, button, input')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right),
    );

describe('words without end fit into every page', () => {
  it.each([
    '/',
    '/browse',
    '/following',
    `/channel/${USERNAME}`,
    `/channel/${USERNAME}/video/one`,
    '/category/Box%20Fans',
    `/category/${word(GAME_MAX_LENGTH)}`,
    `/search?q=${word(USERNAME_MAX_LENGTH)}`,
    '/go-live',
    '/go-live-advanced',
    '/upload',
    `/nowhere/${word(100)}`,
    '/login',
    '/signup',
  ])('%s', async (path) => {
    await page.setViewportSize(PHONE);
    await open(path);
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 844 });
      expect(await widthOf(), `at ${width} px`).toBeLessThanOrEqual(width);
    }
  });
});

describe('the bars leave room for what one came for', () => {
  const player = () => page.locator('[data-player]').first();

  it('a row of tabs that is wider than a phone shows the one that is open', async () => {
    await page.setViewportSize(PHONE);
    await open('/browse?tab=videos');
    const tab = (await page.getByRole('tab', { name: 'Videos', selected: true }).boundingBox())!;
    expect(tab.x + tab.width).toBeLessThanOrEqual(PHONE.width);
  });

  it('on a phone on its side the whole player shows', async () => {
    await page.setViewportSize(PHONE_ON_ITS_SIDE);
    await open(`/channel/${USERNAME}`);
    const box = await player().boundingBox();
    expect(box!.y).toBeLessThanOrEqual(80);
    expect(box!.y + box!.height).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.height);
    for (const name of ['Home', 'Browse', 'Following'])
      await page.getByRole('banner').getByRole('link', { name, exact: true }).first().waitFor();
  });

  it('at 1024 px the sidebar is folded, and as its reader wishes from then on', async () => {
    await page.setViewportSize(SMALL_DESK);
    await open(`/channel/${USERNAME}`);
    const box = await player().boundingBox();
    expect(box!.width).toBeGreaterThan(SMALL_DESK.width * 0.55);
    await page.getByRole('button', { name: 'Unfold the sidebar' }).click();
    await page.getByRole('heading', { name: 'Recommended Channels' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Fold the sidebar' }).click();
    await page.getByRole('button', { name: 'Unfold the sidebar' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('sidebar'));
  });

  it.each(['signed in', 'signed out'])('letters twice as large stay on the screen: %s', async (state) => {
    const visitor = state === 'signed out' ? (await world.visitor()).page : null;
    const before = page;
    page = visitor ?? page;
    await page.setViewportSize(PHONE);
    await open('/');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await widthOf()).toBeLessThanOrEqual(PHONE.width);
    const edges = await barEdges();
    expect(edges.length).toBeGreaterThan(2);
    expect(Math.max(...edges)).toBeLessThanOrEqual(PHONE.width);
    page = before;
  });
});
