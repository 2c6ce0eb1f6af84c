/**
 * Firefox over WebDriver BiDi, because Playwright only supports its own build of Firefox; and Chromium with the same
 * library, for tests that run in both.
 */
import { existsSync } from 'node:fs';
import { type Browser, launch, type Locator, type Page } from 'puppeteer-core';
import { afterAll, expect, vi } from 'vitest';
import { enterAs, type Person } from '../site/people.ts';
import { chromiumPath, SMALL_VIEWPORT } from './browser.ts';
import { untilTestEnds } from './until-test-ends.ts';
import type { World } from './world.ts';

const EXECUTABLES = [process.env['FIREFOX_PATH'] ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Throws if there is none. */
function firefox(): string {
  const path = EXECUTABLES.find((one) => existsSync(one));
  if (!path) throw new Error('There is no Firefox; set FIREFOX_PATH to one');
  return path;
}

/**
 * Grants permissions without prompts, and uses Firefox's fake devices: a moving picture, a tone, and an audio output,
 * without which a page's audio does not start.
 */
const SETTINGS = {
  'media.cubeb.force_mock_context': true,
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  // Without a graphics card the processor draws: a third of the frame rate is a third of the work.
  'layout.frame_rate': 20,
};

/** By their names in `about:config`. */
export type FirefoxSettings = Readonly<Record<string, string | number | boolean>>;

/** The machine may be busy. */
const PATIENCE_MS = 60_000;

export interface FirefoxVisitor {
  readonly page: Page;
  /** The page's uncaught errors and Content-Security-Policy violations so far. */
  readonly complaints: readonly string[];
}

/** Starts Firefox for all tests of a file at the first visitor. The person, if given, is signed in. */
export function useFirefox(
  world: World,
  more: FirefoxSettings = {},
): (person?: Person) => Promise<FirefoxVisitor> {
  const extraPrefsFirefox = { ...SETTINGS, ...more };
  return useBrowser(world, async () =>
    launch({ browser: 'firefox', executablePath: firefox(), extraPrefsFirefox }),
  );
}

/** As `useFirefox`. */
export const useChromium = (world: World): ((person?: Person) => Promise<FirefoxVisitor>) =>
  useBrowser(world, async () =>
    launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] }),
  );

function useBrowser(
  world: World,
  start: () => Promise<Browser>,
): (person?: Person) => Promise<FirefoxVisitor> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (person) => {
    const context = await (await (browser ??= start())).createBrowserContext();
    untilTestEnds(() => context.close());
    // In a window, because a tab would be opened next to the selected one, whose window may just be closing.
    const page = await context.newPage({ type: 'window' });
    page.setDefaultTimeout(PATIENCE_MS);
    // Firefox ESR sets the size, but does not support the screen orientation that Puppeteer also requests.
    await page.setViewport(SMALL_VIEWPORT).catch((error: unknown) => {
      if (!String(error).includes('unknown command')) throw error;
    });
    const complaints = await complaintsOf(page);
    if (person) await enterAs(page, person, world.site.url);
    return { page, complaints };
  };
}

const REFUSED = 'Content-Security-Policy';

async function complaintsOf(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().startsWith(REFUSED)) complaints.push(message.text());
  });
  await page.evaluateOnNewDocument((refused) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`${refused}: ${effectiveDirective} ${blockedURI}`),
    );
  }, REFUSED);
  return complaints;
}

/**
 * Waits for an element that is not disabled, and in the middle of the window neither covered: toasts move away.
 * Puppeteer's locators wait with a function made from text, which Firefox blocks on pages whose Content-Security-Policy
 * forbids `eval`.
 */
export async function whenEnabled(page: Page, selector: string): Promise<Locator<Element>> {
  const isReady = () =>
    page.$eval(selector, (element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const atCenter = document.elementFromPoint(left + width / 2, top + height / 2);
      return !element.matches(':disabled') && element.contains(atCenter);
    });
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: PATIENCE_MS });
  return page.locator(selector).setWaitForEnabled(false);
}

/** Waits for a button and presses it. */
export const press = async (page: Page, name: string): Promise<void> =>
  (await whenEnabled(page, `::-p-aria([name="${name}"][role="button"])`)).click();

/** Waits until the page contains this text. */
export const waitForText = async (page: Page, words: string): Promise<void> =>
  void (await page.locator(`::-p-text(${words})`).wait());
