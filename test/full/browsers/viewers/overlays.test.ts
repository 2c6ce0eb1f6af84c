/** Overlays, as a browser source of OBS displays them. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld();
let gale: Person;
let page: Page;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page } = await world.visitor(undefined, { viewport: { width: 400, height: 600 } }));
});

const say = (message: string) => gale.call('POST', `/chat/${gale.id}`, { message });
const line = (words: string) => page.getByRole('listitem').filter({ hasText: words });

/** The opacity of a point of the page, from 0 to 255. */
async function opacityAt(x: number, y: number): Promise<number> {
  const picture = (await page.screenshot({ omitBackground: true })).toString('base64');
  const readPixel = async ([base64, left, top]: readonly [string, number, number]) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(left, top, 1, 1).data[3]!;
  };
  return page.evaluate(readPixel, [picture, x, y] as const);
}

describe('the overlay of a chat', () => {
  beforeAll(async () => {
    await say('Good evening');
    await page.goto('/overlay/GaleForce/chat?font=24&commands=0');
    await line('Good evening').waitFor();
  });

  it('is transparent, in a dark colour scheme too', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await opacityAt(390, 10)).toBe(0);
    }
  });

  it('adds messages at the lower edge without a scroll bar', async () => {
    for (const word of ['loud ', 'quiet ']) await say(word.repeat(70));
    await say('!fan');
    await say('مرحبا 🌀');
    await line('مرحبا').waitFor();
    expect(await line('!fan').count()).toBe(0);
    const bottom = await line('مرحبا').evaluate((element) => element.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(600);
    expect(bottom).toBeGreaterThan(560);
    expect(await page.evaluate(() => [innerWidth - document.documentElement.clientWidth, scrollY])).toEqual([
      0, 0,
    ]);
  });

  it('has what was written while the network was away', async () => {
    await page.context().setOffline(true);
    await say('Is anybody there?');
    await page.context().setOffline(false);
    await expect.poll(() => line('Is anybody there?').count(), { timeout: 60_000 }).toBe(1);
  });

  it('has nothing of the site around it, and no session', async () => {
    expect(await page.locator('body').innerText()).not.toContain('Log In');
    expect(await page.getByRole('link').count()).toBe(0);
  });
});

it('the page of overlays passes axe, and its address opens what the preview displays', async () => {
  const { page: dashboard } = await world.visitor(gale);
  await dashboard.goto('/go-live-advanced/overlays');
  const address = dashboard.getByRole('textbox', { name: 'Address' });
  await address.waitFor();
  expect(await violations(dashboard)).toEqual([]);
  await dashboard.getByRole('spinbutton', { name: 'Font size' }).fill('31');
  await page.goto(await address.inputValue());
  await page.locator('[data-overlay=chat]').waitFor();
  expect(await page.locator('[data-overlay=chat]').evaluate((list) => getComputedStyle(list).fontSize)).toBe(
    '31px',
  );
});
