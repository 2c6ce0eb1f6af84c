/** The `it` of the journeys: user flows on a complete site, in a real browser. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, inject, it as base } from 'vitest';
import { aPerson, enterAs, type Person } from '../site/people.ts';
import { reportPath } from '../site/reports.ts';
import type { SharedSite } from '../site/shared-site.global-setup.ts';
import { violations } from './accessibility.ts';
import { keepTrace, startBrowser, visit } from './browser.ts';

export interface Journey {
  /** The site, which other journeys use at the same time. */
  readonly site: SharedSite;
  /** Arguments for Chromium, for example `FAKE_DEVICES`. */
  readonly browserArgs: readonly string[];
  readonly browser: Browser;
  /** Signs up a person through the API. */
  readonly person: (username: string) => Promise<Person>;
  /** Opens a page in a new browser profile, in which `person` is signed in. */
  readonly visitor: (person?: Person, options?: BrowserContextOptions) => Promise<Page>;
  /** Console errors that this journey expects. Tests may add patterns. */
  readonly expectedErrors: RegExp[];
}

/** Timeout of waits in a journey. */
const PATIENCE_MS = 30_000;

/**
 * Lists of live channels also contain those of other journeys. The thumbnail of a new stream does not exist yet, and
 * that of a deleted stream no longer exists. The page draws a replacement.
 */
const OTHER_JOURNEYS_THUMBNAILS = /404 .*\/latest_thumbnail\//;

/** Fails if a page logs an error, and saves a screenshot of each page on failure. */
export const it = base.extend<Journey>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of fixtures from the pattern
  site: async ({}, use) => use(inject('sharedSite')),
  browserArgs: [],
  browser: async ({ browserArgs }, use) => {
    const browser = await startBrowser(browserArgs);
    await use(browser);
    await browser.close();
  },
  person: async ({ site }, use) => use((username) => aPerson(site.url, username)),
  // oxlint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, use) => use([OTHER_JOURNEYS_THUMBNAILS]),
  visitor: async ({ site, browser, expectedErrors, task }, use) => {
    const pages: Page[] = [];
    const errors: string[] = [];
    await use(async (person, options) => {
      const { page } = await visit(browser, site.url, options);
      page.context().setDefaultTimeout(PATIENCE_MS);
      pages.push(page);
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      if (person) await enterAs(page, person);
      return page;
    });
    if (task.result?.state === 'fail') await keepPictures(task.name, pages);
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
});

async function keepPictures(name: string, pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const path = reportPath(name, 'png');
    await page.screenshot({ path }).catch(() => undefined);
    console.error(`The page at ${page.url()} was saved as ${path}`);
    await keepTrace(page.context(), name);
  }
}

/** Fails if axe finds violations on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

/** Fills in the form fields with these labels. */
export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Returns the path of the page's address. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Logs in with the form on `/login`. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await fillIn(page, { Username: username, Password: password });
  await button(page, 'Log In').click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
}

/** Opens the list of notifications once there is a new one. */
export async function openNews(page: Page): Promise<void> {
  const unread = page.getByRole('button', { name: 'Notifications: 1 unread' }).filter({ visible: true });
  // The count is only requested when a page loads.
  await expect
    .poll(async () => {
      await page.goto('/about');
      return unread.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await unread.click();
}
