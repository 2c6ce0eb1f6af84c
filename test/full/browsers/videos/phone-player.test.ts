/** The player with touch, and captions next to its controls at all widths. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const SOON = { timeout: 30_000, interval: 50 };
const SECONDS = 40;
const CAPTIONS = `1\n00:00,000 --> 00:${SECONDS},000\nA quiet fan with five walnut blades that hums\n`;

const world = useWorld();
const makeFilm = useFilms();
let video: Video;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const path = await makeFilm({ ...(FILMS[0] as Film), size: '320x180', seconds: SECONDS });
  video = await published(world.site, gale, path, 'A desk fan');
  await untilReady(gale, video);
  await gale.call('PUT', `/videos/${video.id}/captions/en`, { label: 'English', text: CAPTIONS });
});

const sized = (width: number, isTouched: boolean): BrowserContextOptions => ({
  viewport: { width, height: 844 },
  ...(isTouched && { hasTouch: true, isMobile: true }),
});

async function open(options: BrowserContextOptions): Promise<Page> {
  const { page } = await world.visitor(undefined, options);
  await page.goto(`/channel/GaleForce/video/${video.id}?t=12`);
  await page.getByRole('slider', { name: 'Seek' }).waitFor({ state: 'attached', ...SOON });
  return page;
}

const tag = (page: Page) => page.locator('[data-player] video');
const timeS = (page: Page) => tag(page).evaluate((one: HTMLVideoElement) => one.currentTime);
const hasControls = (page: Page) => page.locator('[data-player] [data-shown]').count();
const box = async (page: Page, part: string) => (await page.locator(`[data-player] ${part}`).boundingBox())!;

describe('the player of a phone', () => {
  it('has its controls in one row, and the seek bar below them at the lower edge', async () => {
    const page = await open(sized(390, true));
    await tag(page).evaluate((one: HTMLVideoElement) => one.pause());
    const frame = await page.locator('[data-player]').boundingBox();
    const bar = await box(page, '[role=slider]:not([type=range])');
    expect(frame!.y + frame!.height - (bar.y + bar.height)).toBeLessThan(8);
    const buttons = await page.locator('[data-player] [data-bar] button:visible').all();
    const boxes = await Promise.all(buttons.map(async (one) => (await one.boundingBox())!));
    expect(boxes.length).toBeGreaterThan(4);
    expect(new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size).toBe(1);
    for (const { x, y, width, height } of boxes) {
      expect(y + height).toBeLessThanOrEqual(bar.y + 1);
      expect([x >= frame!.x, x + width <= frame!.x + frame!.width]).toEqual([true, true]);
    }
  });

  it.each([
    ['right', 0.85, 10],
    ['left', 0.15, -10],
  ])('seeks by a double tap at the %s, also where the bar would be', async (_, share, seconds) => {
    const page = await open(sized(390, true));
    await expect.poll(() => hasControls(page), SOON).toBe(0);
    const frame = (await page.locator('[data-player]').boundingBox())!;
    const beforeS = await timeS(page);
    const [x, y] = [frame.x + frame.width * share, frame.y + frame.height - 14];
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    const feedback = page.getByText(seconds > 0 ? '+10 sec' : '-10 sec');
    await feedback.waitFor();
    const movedS = (await timeS(page)) - beforeS;
    expect(Math.abs(movedS - seconds)).toBeLessThan(3);
    expect(await hasControls(page)).toBe(0);
  });

  it('shows and hides its controls by a tap, without a seek', async () => {
    const page = await open(sized(390, true));
    await expect.poll(() => hasControls(page), SOON).toBe(0);
    const frame = (await page.locator('[data-player]').boundingBox())!;
    const beforeS = await timeS(page);
    await page.touchscreen.tap(frame.x + 40, frame.y + 40);
    await expect.poll(() => hasControls(page)).toBe(1);
    expect((await timeS(page)) - beforeS).toBeGreaterThanOrEqual(0);
  });
});

describe('captions', () => {
  it.each([320, 390, 768, 1440].flatMap((width) => [[width, true] as const, [width, false] as const]))(
    'at %i pixels, by touch: %s, do not overlap the controls',
    async (width, isTouched) => {
      const page = await open(sized(width, isTouched));
      await page.evaluate(() => localStorage.setItem('player.captions', 'on'));
      await page.reload();
      const cue = page.locator('[data-cues] p');
      await cue.waitFor(SOON);
      await page.getByRole('slider', { name: 'Seek' }).waitFor({ state: 'attached', ...SOON });
      await tag(page).evaluate((one: HTMLVideoElement) => one.pause());
      await expect.poll(() => hasControls(page)).toBe(1);
      const text = (await cue.boundingBox())!;
      const [bar, play] = [await box(page, '[data-bar]'), await box(page, '[aria-label="Play video"]')];
      expect(text.y + text.height).toBeLessThanOrEqual(bar.y);
      expect(text.y + text.height <= play.y || text.y >= play.y + play.height).toBe(true);
      expect(text.y).toBeGreaterThanOrEqual((await page.locator('[data-player]').boundingBox())!.y);
    },
  );
});
