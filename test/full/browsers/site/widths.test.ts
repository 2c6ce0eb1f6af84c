import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHAT_MESSAGE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  GAME_MAX_LENGTH,
  MAX_TAGS,
  PROFILE_MAX_LENGTHS,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
} from '#shared/limits.ts';
import { MAX_CUE_TEXT } from '#shared/plain/captions/caption-limits.ts';
import { otherScreens } from '#test/support/browser/other-screens.ts';
import { enterAs, type Person } from '#test/support/site/people.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { onAir } from '#test/support/site/on-air.ts';

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
/** Has a very long word in every text field, and is live. */
let wordy: Person;
let follower: Person;
let page: Page;

beforeAll(async () => {
  wordy = await world.person(USERNAME);
  const texts = Object.entries(PROFILE_MAX_LENGTHS).map(([name, letters]) => [name, word(letters)]);
  await wordy.call('PUT', '/streamers/profile', {
    ...Object.fromEntries(texts),
    description: DESCRIPTION,
  });
  await onAir(wordy, { title: TITLE, game: word(GAME_MAX_LENGTH), tags: TAGS });
  await wordy.call('POST', `/chat/${wordy.id}`, { message: word(CHAT_MESSAGE_MAX_LENGTH) });
  const fan = await world.person('FanOfWords');
  follower = fan;
  await fan.call('POST', `/follows/${wordy.id}`);
  await wordy.call('PUT', `/rooms/${wordy.id}/moderators/FanOfWords`);
  ({ page } = await world.visitor(fan));
  const words = { title: TITLE, description: DESCRIPTION, category: word(GAME_MAX_LENGTH), tags: TAGS };
  const videos = ['one', 'two'].map((id) => aVideo(wordy, { ...words, ...OUTPUTS, id, status: 'ready' }));
  await page.route('**/api/videos?*', (route) => route.fulfill({ json: videos }));
  const captions = [{ language: 'en', label: word(50), url: '/media/own.vtt' }];
  const own = aVideo(fan, { ...words, ...OUTPUTS, id: 'own', status: 'ready', captions });
  await page.route('**/api/videos/own', (route) => route.fulfill({ json: own }));
  const cue = `99:00:00.000 --> 99:00:01.000\n${word(MAX_CUE_TEXT)}\n`;
  await page.route('**/media/own.vtt', (route) => route.fulfill({ body: `WEBVTT\n\n${cue}` }));
  await page.route('**/api/videos/one', (route) => route.fulfill({ json: videos[0] }));
});

/** `setViewportSize` resolves before the page has been notified. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
}

const open = async (path: string, where = page) => {
  await where.goto(path);
  await where.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await where.waitForFunction(() => !document.body.textContent?.includes('Loading...'));
};
const widthOf = (where = page) => where.evaluate(() => document.documentElement.scrollWidth);
/** Right edges of the elements in the top bar. */
const barEdges = (where: Page) =>
  where
    .getByRole('banner')
    .locator('a, button, input')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right),
    );

/** With the word wherever an address may have one. */
const PATHS = [
  `/channel/${USERNAME}`,
  `/channel/${USERNAME}/video/one`,
  '/videos/own/captions/en',
  '/category/Box%20Fans',
  `/category/${word(GAME_MAX_LENGTH)}`,
  `/search?q=${word(USERNAME_MAX_LENGTH)}`,
  `/captions/${USERNAME}`,
  `/nowhere/${word(100)}`,
];

describe('very long words fit into every page', () => {
  it.each([...PATHS, ...otherScreens(PATHS)])('%s', async (path) => {
    await page.setViewportSize(PHONE);
    await open(path);
    for (const width of WIDTHS_PX) {
      await resize(page, { width, height: 844 });
      await expect.poll(() => widthOf(), { message: `at ${width} px` }).toBeLessThanOrEqual(width);
    }
  });
});

describe('on the smallest phone', () => {
  it.each(['signed in', 'signed out'])('the top bar is one row with room for search: %s', async (state) => {
    const narrow = state === 'signed in' ? page : (await world.visitor()).page;
    await narrow.setViewportSize({ width: 320, height: 640 });
    await narrow.goto('/about');
    const banner = narrow.getByRole('banner');
    const search = banner.getByRole('combobox', { name: 'Search' });
    await search.waitFor();
    const barPx = async () => (await banner.boundingBox())!.height;
    await expect.poll(barPx).toBeLessThanOrEqual(60);
    await search.focus();
    await expect.poll(async () => (await search.boundingBox())!.width).toBeGreaterThan(280);
    await expect.poll(barPx).toBeLessThanOrEqual(60);
  });

  it('the account menu is on the screen, and icons are as wide as high', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open('/go-live');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    const { x, width } = (await page.getByRole('menuitem', { name: 'Settings' }).boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
    const squeezed = await page.locator('button svg, a svg').evaluateAll((icons) =>
      icons.flatMap((icon) => {
        const { width, height } = icon.getBoundingClientRect();
        return Math.abs(width - height) > 1 ? [icon.parentElement?.textContent] : [];
      }),
    );
    expect(squeezed).toEqual([]);
  });

  it.each([
    ['320 px', { width: 320, height: 568 }],
    ['one on its side', PHONE_ON_ITS_SIDE],
  ])('a long dialog fits the screen with its ends: %s', async (_, size) => {
    const owner = (await world.visitor(wordy)).page;
    await owner.setViewportSize(size);
    await owner.goto(`/channel/${USERNAME}`);
    await owner.getByRole('button', { name: 'Edit profile' }).click();
    const dialog = owner.getByRole('dialog');
    for (const name of ['Close', 'Cancel', 'Save changes']) {
      const box = (await dialog.getByRole('button', { name, exact: true }).boundingBox())!;
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(size.width);
      expect(box.y + box.height, name).toBeLessThanOrEqual(size.height);
    }
    const last = dialog.getByRole('textbox').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await last.boundingBox())!.y).toBeLessThan(size.height);
    await owner.context().close();
  });
});

describe('nothing covers', () => {
  it.each([
    ['a phone', PHONE],
    ['one on its side', PHONE_ON_ITS_SIDE],
  ])('the main links of %s while there is a toast', async (_, size) => {
    await page.setViewportSize(size);
    await follower.call('DELETE', `/follows/${wordy.id}`);
    await open(`/channel/${USERNAME}`);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByText('Followed!', { exact: true }).waitFor();
    const links = page.locator('nav a').filter({ visible: true });
    const covered = await links.evaluateAll((links) => {
      scrollTo(0, 0);
      return links.flatMap((link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return link.contains(top) ? [] : [link.textContent];
      });
    });
    expect(await links.count()).toBeGreaterThan(2);
    expect(covered).toEqual([]);
  });

  it('the time of a chat line on a phone in landscape', async () => {
    const { page: owner } = await world.visitor(wordy, { hasTouch: true, viewport: PHONE_ON_ITS_SIDE });
    await owner.goto(`/channel/${USERNAME}`);
    const line = owner.locator('[data-id]').last();
    const [time, menu] = [line.locator('time'), line.locator('[data-menu]')];
    await menu.waitFor();
    const [written, button] = [(await time.boundingBox())!, (await menu.boundingBox())!];
    const isBeside = written.x + written.width <= button.x || written.y >= button.y + button.height;
    expect(isBeside).toBe(true);
  });
});

describe('touch targets', () => {
  const FINGER_PX = 44;

  it.each(['/', '/browse', `/channel/${USERNAME}`, '/go-live', '/settings', '/login'])(
    'are large enough on %s',
    async (path) => {
      const { page: mouse } = await world.visitor();
      const context = await mouse
        .context()
        .browser()!
        .newContext({ baseURL: world.site.url, hasTouch: true, viewport: PHONE });
      const touch = await context.newPage();
      if (path === '/go-live' || path === '/settings') await enterAs(touch, wordy);
      await touch.goto(path);
      await touch.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await touch.waitForFunction(() => !document.body.textContent?.includes('Loading...'));
      const small = await touch
        .locator('button, select, a:has(svg), header a, footer a')
        .evaluateAll((all, least) => {
          const measured = all
            .filter((one) => one.checkVisibility())
            .map((one) => {
              const { width, height } = one.getBoundingClientRect();
              return { words: one.ariaLabel ?? one.textContent, width, height };
            });
          return measured.filter(({ width, height }) => width > 1 && Math.min(width, height) < least);
        }, FINGER_PX);
      expect(small).toEqual([]);
      await context.close();
      await mouse.context().close();
    },
  );
});

describe('the layout', () => {
  it.each(['/', '/browse', '/about', '/channel/FanOfWords'])(
    'does not shift while %s loads on a phone',
    async (path) => {
      const visitor = await world.visitor();
      await visitor.page.setViewportSize(PHONE);
      await visitor.page.addInitScript(() => {
        const jumps: string[] = [];
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[])
            jumps.push(...entry.sources.map(({ node }) => node?.textContent ?? ''));
        });
        watch.observe({ type: 'layout-shift', buffered: true });
        Object.assign(globalThis, { jumps });
      });
      await visitor.page.goto(path, { waitUntil: 'networkidle' });
      await visitor.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await expect
        .poll(() => visitor.page.evaluate(() => (globalThis as unknown as Jumping).jumps))
        .toEqual([]);
      await visitor.page.context().close();
    },
  );
});

interface Jumping {
  readonly jumps: readonly string[];
}

/** Missing in TypeScript: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null }[];
}

describe('bars and columns', () => {
  const player = () => page.locator('[data-player]').first();

  it('scroll the open tab into view on a phone', async () => {
    await page.setViewportSize(PHONE);
    await open('/browse?tab=videos');
    const endPx = async () => {
      const tab = (await page.getByRole('tab', { name: 'Videos', selected: true }).boundingBox())!;
      return tab.x + tab.width;
    };
    await expect.poll(endPx).toBeLessThanOrEqual(PHONE.width);
  });

  it('leave room for the whole player on a phone in landscape', async () => {
    await page.setViewportSize(PHONE_ON_ITS_SIDE);
    await open(`/channel/${USERNAME}`);
    const box = async () => (await player().boundingBox())!;
    await expect.poll(async () => (await box()).y).toBeLessThanOrEqual(80);
    const { y, height } = await box();
    expect(y + height).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.height);
    for (const name of ['Home', 'Browse', 'Following'])
      await page.getByRole('banner').getByRole('link', { name, exact: true }).first().waitFor();
  });

  it('fold the sidebar at 1024 px, and remember the user’s choice', async () => {
    await page.setViewportSize(SMALL_DESK);
    await open(`/channel/${USERNAME}`);
    const widthPx = async () => (await player().boundingBox())!.width;
    await expect.poll(widthPx).toBeGreaterThan(SMALL_DESK.width * 0.55);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await page.getByRole('heading', { name: 'Recommended Channels' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.getByRole('button', { name: 'Expand sidebar' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('sidebar'));
  });

  it.each(['signed in', 'signed out'])('stay on the screen with text twice as large: %s', async (state) => {
    const visible = state === 'signed out' ? (await world.visitor()).page : page;
    await visible.setViewportSize(PHONE);
    await open('/', visible);
    await visible.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect.poll(() => widthOf(visible)).toBeLessThanOrEqual(PHONE.width);
    const edges = await barEdges(visible);
    expect(edges.length).toBeGreaterThan(2);
    expect(Math.max(...edges)).toBeLessThanOrEqual(PHONE.width);
  });

  it.each([
    `/channel/${USERNAME}`,
    `/channel/${USERNAME}/video/one`,
    '/videos/own/captions/en',
    '/go-live',
    '/browse',
  ])('have room for text twice as large: %s', async (path) => {
    await page.setViewportSize(PHONE);
    await open(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect.poll(() => widthOf()).toBeLessThanOrEqual(PHONE.width);
  });
});
