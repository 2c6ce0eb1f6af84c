/** Comments under a video, of a viewer at a desk, another on a phone, and the channel’s owner in Firefox. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import {
  type FirefoxVisitor,
  press,
  waitForText,
  useFirefox,
  whenEnabled,
} from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

const world = useWorld();
const firefox = useFirefox(world);
const makeFilm = useFilms();
const complaints: (readonly string[])[] = [];
let owner: FirefoxVisitor;
let ada: Page;
let bea: Page;

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  const path = await makeFilm({ ...(FILMS[0] as Film), seconds: 8 });
  const video = await published(world.site, gale, path, 'A desk fan');
  await untilReady(gale, video);
  const open = async (person: Awaited<ReturnType<typeof world.person>>, width: number): Promise<Page> => {
    const { page, complaints: ofPage } = await world.visitor(person);
    complaints.push(ofPage);
    await page.setViewportSize({ width, height: 900 });
    await openComments(page, video);
    return page;
  };
  owner = await firefox(gale);
  complaints.push(owner.complaints);
  await owner.page.setViewport({ width: 1440, height: 900 });
  await owner.page.goto(`${world.site.url}/channel/GaleForce/video/${video.id}`);
  [ada, bea] = [await open(await world.person('Ada'), 1440), await open(await world.person('Bea'), 390)];
});

async function openComments(page: Page, { id }: Video): Promise<void> {
  await page.goto(`/channel/GaleForce/video/${id}`);
  await page.locator('[data-player]').waitFor();
  await page.mouse.wheel(0, 3000);
  await field(page).waitFor();
}

/** Reads the comments as they are now. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator('[data-player]').waitFor();
  await page.mouse.wheel(0, 3000);
  await field(page).waitFor();
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' });
const comment = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text }).last();
async function choose(page: Page, text: string, item: string): Promise<void> {
  await comment(page, text)
    .getByRole('button', { name: /^More options for Comment by/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Reads the comments as they are now, the best first. */
async function orderByLikes(page: FirefoxVisitor['page']): Promise<void> {
  await page.reload();
  await vi.waitFor(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.$eval('textarea', () => undefined);
  }, PATIENCE);
  await press(page, 'Best');
  const texts = () => page.$$eval('main li p[dir=auto]', (all) => all.map((one) => one.textContent));
  await vi.waitFor(
    async () => expect(await texts()).toEqual(['It squeaks at 0:05', 'Nice breeze']),
    PATIENCE,
  );
}

describe('a comment', () => {
  it('is written, edited, and seeks by its time', async () => {
    await field(ada).fill('It squeeks at 0:05');
    await ada.getByRole('button', { name: 'Comment', exact: true }).click();
    await choose(ada, 'It squeeks', 'Edit');
    await ada.getByRole('textbox', { name: 'Edit comment' }).fill('It squeaks at 0:05');
    expect(await violations(ada)).toEqual([]);
    await ada.getByRole('button', { name: 'Save changes' }).click();
    await comment(ada, 'It squeaks at').getByText('edited').waitFor();
    const video = ada.locator('[data-player] video');
    await video.evaluate((element: HTMLVideoElement) =>
      element.addEventListener('seeked', () => (element.dataset['soughtS'] = element.currentTime.toFixed())),
    );
    await comment(ada, 'It squeaks at').getByRole('link', { name: '0:05' }).click();
    await ada.waitForURL(/\?t=5$/);
    await expect.poll(() => video.getAttribute('data-sought-s'), { timeout: 60_000 }).toBe('5');
  });

  it('is liked and answered by another person', async () => {
    await reload(bea);
    const like = comment(bea, 'It squeaks').getByRole('button', { name: /^Like/ });
    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    await comment(bea, 'It squeaks').getByRole('button', { name: 'Reply' }).click();
    await bea.getByRole('textbox', { name: 'Reply to Ada' }).fill('Oil it');
    await bea.getByRole('button', { name: 'Reply' }).last().click();
    await bea.getByText('Oil it').waitFor();
    expect(await violations(bea)).toEqual([]);
    await reload(ada);
    await comment(ada, 'It squeaks').getByRole('button', { name: 'Like 1' }).waitFor();
    await ada.getByRole('button', { name: 'Show replies' }).click();
    await ada.getByText('Oil it').waitFor();
  });

  it('is ordered by likes, removed by the owner, and deleted by its author', async () => {
    await field(bea).fill('Nice breeze');
    await bea.getByRole('button', { name: 'Comment', exact: true }).click();
    await orderByLikes(owner.page);
    await (await whenEnabled(owner.page, '::-p-aria([name="0:05"][role="link"])')).click();
    const positionS = () =>
      owner.page.$eval('[data-player] video', (video) => (video as HTMLVideoElement).currentTime);
    await vi.waitFor(async () => expect(await positionS()).toBeGreaterThanOrEqual(5), PATIENCE);
    await press(owner.page, 'More options for Comment by Ada');
    await (await whenEnabled(owner.page, '::-p-aria([name="Delete"][role="menuitem"])')).click();
    await press(owner.page, 'Delete');
    await waitForText(owner.page, 'Comment deleted');
    await choose(bea, 'Nice breeze', 'Delete');
    await bea.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(bea, 'Comment deleted');
    await reload(ada);
    await ada.getByText('No comments yet').waitFor();
  });
});

it('no page complains', () => {
  expect(complaints.flat()).toEqual([]);
});
