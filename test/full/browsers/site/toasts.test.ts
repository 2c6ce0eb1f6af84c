/** Toasts together with a dialog, and with the buttons of the chat. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOAST_DURATION_MS } from '#shared/limits.ts';
import { exposed, violations } from '#test/support/browser/accessibility.ts';
import { closeToast, expectToast } from '#test/support/browser/browser.ts';
import { expectFocused, tabTo } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld();
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  const gale = await world.person('GaleForce');
  await world.person('ZephyrFan');
  const start_date = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const timing = { start_date, start_time: '20:00', time_zone: 'UTC', duration_min: 60, repeat: 'daily' };
  await gale.call('PUT', '/schedules/plans/01ARZ3NDEKTSV4RRFFQ69G5FAV', {
    title: 'Blades at night',
    game: 'Desk Fans',
    ...timing,
  });
  ({ page, complaints } = await world.visitor(gale));
  await page.addInitScript(keepToasts, TOAST_DURATION_MS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/channel/GaleForce');
  await page.getByRole('textbox', { name: 'Send a message' }).waitFor();
});

afterEach(async () => {
  await closeToast(page);
  for (const open of await dialog().all()) {
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }
});

/** Makes toasts stay until they are closed, so that no test has to be fast. */
function keepToasts(durationMs: number): void {
  const start = window.setTimeout.bind(window);
  const patient = (run: TimerHandler, ms = 0) => start(run, ms === durationMs ? 10 * 60_000 : ms);
  window.setTimeout = patient as typeof window.setTimeout;
}

const dialog = () => page.getByRole('dialog');
const schedule = () => page.getByRole('dialog', { name: 'Your schedule' });
const toast = (title: string) =>
  page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });
const close = (title: string) => toast(title).getByRole('button', { name: 'Close' });

const isInDialog = () =>
  page.evaluate(() => document.activeElement?.closest('[role=dialog]') instanceof HTMLElement);

async function openSchedule(): Promise<void> {
  await page.getByRole('button', { name: 'Schedule broadcasts' }).click();
  await schedule().getByRole('button', { name: 'Edit' }).waitFor();
}

/** Raises a toast while the dialog is open. */
async function changePlan(): Promise<void> {
  await openSchedule();
  await schedule().getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Edit broadcast' }).getByRole('button', { name: 'Save' }).click();
  await toast('Broadcast changed').waitFor();
}

/** Raises a toast before the dialog opens. */
async function copyAddress(): Promise<void> {
  await page.getByRole('button', { name: 'Copy calendar link' }).click();
  await toast('Copied!').waitFor();
}

const BOTH = [
  ['came later', changePlan, 'Broadcast changed'],
  ['was there before', copyAddressFirst, 'Copied!'],
] as const;

async function copyAddressFirst(): Promise<void> {
  await copyAddress();
  await openSchedule();
}

describe('a toast over an open dialog', () => {
  it('is announced completely to screen readers', async () => {
    await changePlan();
    await expect.poll(() => exposed(page, 'region', 'Notifications (F8)')).toBe(1);
    // One belongs to the dialog.
    await expect.poll(() => exposed(page, 'button', 'Close')).toBe(2);
    expect(await exposed(page, 'button', 'Schedule broadcasts')).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it.each(BOTH)('that %s is closed by its button, and the dialog stays', async (_, raise, title) => {
    await raise();
    await close(title).click();
    await toast(title).waitFor({ state: 'detached' });
    expect(await schedule().count()).toBe(1);
    await expect.poll(isInDialog).toBe(true);
  });

  it.each(BOTH)(
    'that %s is reached by F8, left by Tab, and the only thing closed by Escape',
    async (_, raise, title) => {
      await raise();
      await tabTo(page, 'button', 'Edit');
      await page.keyboard.press('F8');
      await tabTo(page, 'button', 'Close');
      await expect
        .poll(() => close(title).evaluate((button) => button === document.activeElement))
        .toBe(true);
      await page.keyboard.press('Tab');
      await expect.poll(isInDialog).toBe(true);
      await tabTo(page, 'button', 'Edit');
      await page.keyboard.press('F8');
      await page.keyboard.press('Escape');
      await toast(title).waitFor({ state: 'detached' });
      expect(await schedule().count()).toBe(1);
      await expectFocused(page, 'button', 'Edit');
      await page.keyboard.press('Escape');
      await schedule().waitFor({ state: 'detached' });
    },
  );
});

it('a toast on a stream’s page covers no button of chat and sidebar', async () => {
  await page.getByRole('textbox', { name: 'Send a message' }).fill('Which of them is yours?');
  await copyAddress();
  for (const name of ['Chat rules', 'Send', 'Collapse sidebar']) {
    const button = page.getByRole('button', { name, exact: true });
    // An element on top of it would get the click.
    await button.click({ trial: true });
  }
  await page.getByRole('button', { name: 'Chat rules' }).click();
  await expect.poll(() => page.getByRole('dialog', { name: 'Chat rules' }).count()).toBe(1);
});

/** Returns controls that a toast covers. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('main :is(a, button, input, select, textarea), header :is(a, button)'),
    ];
    return controls.flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [across, down] as const),
      );
      const isCovered = points.some(([across, down]) =>
        document.elementFromPoint(x + width * across, y + height * down)?.closest('#toasts'),
      );
      return isCovered ? [control.textContent || control.ariaLabel] : [];
    });
  });

describe.each([
  ['390', { width: 390, height: 844 }],
  ['768', { width: 768, height: 1024 }],
  ['1440', { width: 1440, height: 900 }],
])('at %s pixels a toast covers no control', (_, size) => {
  it.each([
    ['of the dashboard', '/go-live-advanced'],
    ['of the upload', '/upload'],
    ['of Go Live', '/go-live'],
    ['of a channel', '/channel/GaleForce'],
    ['of the settings', '/settings'],
  ])('%s', async (_, address) => {
    await page.setViewportSize(size);
    await page.goto('/channel/ZephyrFan');
    await page.getByRole('button', { name: /^Follow/ }).click();
    await toast('Followed!').or(toast('Unfollowed')).waitFor();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => coveredControls(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => coveredControls(page)).toEqual([]);
  });
});

/** In a separate context, where toasts disappear by themselves. */
async function raisedToast(): Promise<Page> {
  const { page } = await world.visitor(await world.person('BreezyFan'));
  await page.goto('/channel/GaleForce');
  await follow(page);
  return page;
}
/** Presses the follow button; the test waits for its toast. */
async function follow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Follow', exact: true });
  await button.click();
  await expectToast(page, 'Followed!');
}
const toastsOn = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

// spec: 9.11, 9.12
it('a toast is closed by a swipe of more than 50 pixels, and after five seconds', async () => {
  const page = await raisedToast();
  const swipe = async (px: number) => {
    const box = await page.getByText('Followed!', { exact: true }).boundingBox();
    if (!box) throw new Error('There is no toast to swipe');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5 + px, box.y + 5, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(40);
  await page.locator('[data-swipe=cancel]').waitFor();
  expect(await toastsOn(page).count()).toBe(1);
  await swipe(60);
  await toastsOn(page).waitFor({ state: 'detached' });

  // From here on the page's clock only advances when the test advances it.
  await page.clock.install();
  await page.clock.resume();
  await page.reload();
  await page.getByRole('button', { name: 'Following', exact: true }).click();
  await expectToast(page, 'Unfollowed');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await follow(page);
  await page.mouse.move(5, 795);
  await page.clock.runFor(TOAST_DURATION_MS - 100);
  expect(await toastsOn(page).count()).toBe(1);
  await page.clock.runFor(200);
  await toastsOn(page).waitFor({ state: 'detached' });
});

it('the page caused no error', () => {
  expect(complaints).toEqual([]);
});
