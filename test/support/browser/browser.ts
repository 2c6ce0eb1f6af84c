import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { keepsTraces, reportPath } from '../site/reports.ts';

/** The headless shell comes first, because it needs a fifth less work. */
const EXECUTABLES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Features that Playwright disables itself: Chromium only uses the last list. */
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
/** Below the address bar, which tests do not use: two pages with a process each per window, a quarter of all work. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Throws if there is none. */
export function chromiumPath(): string {
  const path = EXECUTABLES.find((one) => existsSync(one));
  if (!path) throw new Error('There is no Chromium; set CHROMIUM_PATH to one');
  return path;
}

/** Starts the system's Chromium, or the one in `CHROMIUM_PATH`. `more` are command-line arguments. */
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

/** Default timeout of waits, because the machine may be busy. */
const PATIENCE_MS = 60_000;

/** For pages with video: drawing costs more than decoding. */
export const SMALL_VIEWPORT = { width: 480, height: 640 };

export interface Visitor {
  readonly page: Page;
  /** The page's uncaught errors and Content-Security-Policy violations so far. */
  readonly complaints: readonly string[];
}

/**
 * Opens a browser profile for a person who prefers reduced motion: endless animations would be drawn sixty times a
 * second, by the processor if there is no graphics card. `more` are options such as the time zone.
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

/** Saves a trace of a browser profile since it was opened, if traces are enabled. */
export async function keepTrace(context: BrowserContext, name: string): Promise<void> {
  if (keepsTraces) await context.tracing.stop({ path: reportPath(name, 'zip') });
}

/** Waits for a toast with exactly these texts. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const titled = page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
  // Checked at the same time, because it is visible for five seconds.
  await (text ? titled.filter({ has: page.getByText(text, { exact: true }) }) : titled).waitFor();
}

/** Closes a toast, which covers the main links on a phone, even if it disappears by itself at the same time. */
export async function closeToast(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await close.waitFor({ state: 'detached' });
}
