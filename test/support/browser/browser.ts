import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { keepsTraces, reportPath } from '../site/reports.ts';

/** The one that has no windows first: a fifth of the work is spared. */
const EXECUTABLES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** What Playwright switches off itself: Chromium heeds the last list alone. */
const OFF_ANYWAY = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** Below the address bar, which tests do not use: in each window two pages with a process each, a quarter of all work. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Throws where there is none. */
export function chromiumPath(): string {
  const path = EXECUTABLES.find((one) => existsSync(one));
  if (!path) throw new Error('There is no Chromium; set CHROMIUM_PATH to one');
  return path;
}

/** The system's Chromium; `CHROMIUM_PATH` names another one. `more` are arguments on its command line. */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    `--disable-features=${[...OFF_ANYWAY, ...UNSEEN].join(',')}`,
  ];
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--autoplay-policy=no-user-gesture-required',
  ];
  return chromium.launch({ executablePath, args: [...args, ...quiet, ...more] });
}

/** What is waited for has this long, unless its test says otherwise: the machine may have much else to do. */
const PATIENCE_MS = 60_000;

/** For pages of which a moving picture is watched: what is drawn costs more than what is decoded. */
export const SMALL_VIEWPORT = { width: 480, height: 640 };

export interface Visitor {
  readonly page: Page;
  /** What the page complained about so far: uncaught errors and refusals of the Content-Security-Policy. */
  readonly complaints: readonly string[];
}

/**
 * A person with a browser profile of their own, who asked for less motion: what turns for ever is drawn sixty times a
 * second, without a graphics card by the processor. `more` is what sets them apart, such as their time zone.
 */
export async function visit(
  browser: Browser,
  baseURL: string,
  more: BrowserContextOptions = {},
): Promise<Visitor> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce', ...more });
  context.setDefaultTimeout(PATIENCE_MS);
  if (keepsTraces) await context.tracing.start({ snapshots: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Keeps what happened in a browser profile since it was opened, where traces are kept. */
export async function keepTrace(context: BrowserContext, name: string): Promise<void> {
  if (keepsTraces) await context.tracing.stop({ path: reportPath(name, 'zip') });
}

/** Waits for a toast with exactly these words; fails when it does not come. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const titled = page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
  // At once: it stays for five seconds.
  await (text ? titled.filter({ has: page.getByText(text, { exact: true }) }) : titled).waitFor();
}

/** Away with a toast, which lies over the main links of a phone, whether or not it leaves by itself at this moment. */
export async function closeToast(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await close.waitFor({ state: 'detached' });
}
