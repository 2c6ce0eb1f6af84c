/** A person without a mouse: keys alone, and a look at where the focus is after each. */
import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

const MAX_STOPS = 150;
/** An element that moves, such as a dialog that opens, has this long to come to rest. */
const GLANCES = 100;
const GLANCE_MS = 50;

/** Where the focus is, for messages; and what is wrong with how it shows, if anything is. */
interface Stop {
  readonly what: string;
  readonly problem: string | null;
}

/** Presses Tab, or Shift+Tab; throws when one cannot see where the focus went. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
  await page.keyboard.press(key);
  for (let glance = 1; ; glance++) {
    const { what, problem } = await inspect(page);
    if (!problem) return what;
    if (glance === GLANCES) throw new Error(`The focus ${problem}: ${what}`);
    await page.waitForTimeout(GLANCE_MS);
  }
}

/** Presses Tab until the focus is there; throws when it does not come by. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const stops: string[] = [];
  while (!(await isFocused(page, role, name))) {
    stops.push(await tab(page, key));
    if (stops.length > MAX_STOPS) throw new Error(`Tab leads to no ${role} ${name}: ${stops.join(' → ')}`);
  }
}

/** Waits until the focus is there. */
export const expectFocused = (page: Page, role: Role, name: string | RegExp): Promise<void> =>
  focused(page, role, name).waitFor();

async function isFocused(page: Page, role: Role, name: string | RegExp): Promise<boolean> {
  return (await focused(page, role, name).count()) > 0;
}

const focused = (page: Page, role: Role, name: string | RegExp): Locator =>
  page
    .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
    .and(page.locator(':focus'));

/** Presses Tab from the start of the page to its end: what one comes by. */
export async function walk(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    const what = await tab(page);
    if (what === 'BODY') return stops;
    stops.push(what);
    if (stops.length > MAX_STOPS) throw new Error(`Tab has no end: ${stops.slice(-10).join(' → ')}`);
  }
}

/**
 * What the keyboard has to reach by Tab: all links, buttons and fields that show, in the words of `walk`. Of radio buttons
 * it is the chosen one; arrows lead to the others.
 */
export const reachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select');
    return [...all]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.tabIndex >= 0 &&
          !element.matches(':disabled, [type=radio]:not(:checked)'),
      )
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
  });

/** Where the focus is now. */
export const inspect = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { what: 'BODY', problem: null };
    const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return { what, problem: 'has no outline' };
    const { left, top, width, height } = element.getBoundingClientRect();
    // Some of it lies bare: not out of the window, nor below a bar that stays.
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isBare = points.some(([x, y]) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      return hit !== null && (element.contains(hit) || hit.contains(element) === (hit.tagName === 'LABEL'));
    });
    return { what, problem: isBare ? null : 'is covered or out of sight' };
  });

/** A message of the chat that the page shows. */
export const messageLine = (page: Page, words: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: words });

/** Chooses what is done with a message: to its name, to its button, and to the entry. */
export async function chooseOfMessage(page: Page, words: string, entry: string): Promise<void> {
  await messageLine(page, words).locator('[data-name]').focus();
  await page.keyboard.press('Tab');
  while (!(await page.evaluate(() => document.activeElement?.hasAttribute('data-menu'))))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await chooseInMenu(page, entry);
}

/** In the menu that opens. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  await item.waitFor();
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
