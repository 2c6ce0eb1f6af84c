/** A user without a mouse: presses keys, and checks the focus after each. */
import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

const MAX_STOPS = 150;
/** Polls until an animation, for example of an opening dialog, has ended. */
const MAX_CHECKS = 100;
const GLANCE_MS = 50;

/** The focused element, for messages, and what is wrong with its focus indicator. */
interface Stop {
  readonly what: string;
  readonly problem: string | null;
}

/** Presses Tab or Shift+Tab. Throws if the focused element is not visible. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
  await page.keyboard.press(key);
  for (let glance = 1; ; glance++) {
    const { what, problem } = await inspect(page);
    if (!problem) return what;
    if (glance === MAX_CHECKS) throw new Error(`The focus ${problem}: ${what}`);
    await page.waitForTimeout(GLANCE_MS);
  }
}

/** Presses Tab until the element is focused. Throws if Tab does not reach it. */
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

/** Waits until the element is focused. */
export const expectFocused = (page: Page, role: Role, name: string | RegExp): Promise<void> =>
  focused(page, role, name).waitFor();

async function isFocused(page: Page, role: Role, name: string | RegExp): Promise<boolean> {
  return (await focused(page, role, name).count()) > 0;
}

const focused = (page: Page, role: Role, name: string | RegExp): Locator =>
  page
    .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
    .and(page.locator(':focus'));

/** Presses Tab from the start of the page to its end. Returns the focused elements. */
export async function tabThroughPage(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    const what = await tab(page);
    if (what === 'BODY') return stops;
    stops.push(what);
    if (stops.length > MAX_STOPS) throw new Error(`Tab has no end: ${stops.slice(-10).join(' → ')}`);
  }
}

/**
 * Returns all elements that Tab must reach, in the format of `tabThroughPage`: visible links, buttons and fields. Of radio
 * buttons only the chosen one; arrow keys reach the others.
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

/** Returns the focused element. */
export const inspect = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { what: 'BODY', problem: null };
    const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return { what, problem: 'has no outline' };
    const { left, top, width, height } = element.getBoundingClientRect();
    // Visible if a part of it is inside the window and not covered by a fixed bar.
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isBare = points.some(([x, y]) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height);
      return hit !== null && (element.contains(hit) || hit.contains(element) === (hit.tagName === 'LABEL'));
    });
    return { what, problem: isBare ? null : 'is covered or out of sight' };
  });

/** Returns a chat message on the page. */
export const messageLine = (page: Page, words: string): Locator =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: words });

/** Chooses an entry in the menu of a message, which opens at its name or its button. */
export async function chooseOfMessage(page: Page, words: string, entry: string): Promise<void> {
  await messageLine(page, words).locator('[data-name]').focus();
  await page.keyboard.press('Tab');
  while (!(await page.evaluate(() => document.activeElement?.hasAttribute('data-menu'))))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await chooseInMenu(page, entry);
}

/** Chooses an entry in the open menu. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  await item.waitFor();
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
