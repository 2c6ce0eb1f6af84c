import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { bundlePage } from './page-bundle.ts';
import type { Playing } from './viewer.page.ts';
import type { Viewing } from './viewing.ts';

export interface Viewer {
  /** Plays, and records for `lengthMs` from the first frame. Rejects if there is none. */
  watch(playing: Playing, lengthMs: number): Promise<Viewing>;
  /** Opens a page that has its own player, and records it; time starts with the page. */
  watchPage(url: string, lengthMs: number): Promise<Viewing>;
}

const SIZE = { viewport: { width: 1280, height: 720 } };

/** A viewer with a new page for each viewing. */
export async function createViewer(browser: Browser): Promise<Viewer> {
  const script = await bundlePage(join(import.meta.dirname, 'viewer.page.ts'));
  return {
    watch: async (playing, lengthMs) => {
      const page = await browser.newPage(SIZE);
      await openBlankPage(page, new URL(playing.url).origin);
      await page.evaluate(script);
      return watched(
        page,
        page.evaluate(([playing, lengthMs]) => globalThis.watch(playing, lengthMs), [
          playing,
          lengthMs,
        ] as const),
      );
    },
    watchPage: async (url, lengthMs) => {
      const page = await browser.newPage(SIZE);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(url, { waitUntil: 'commit' });
      // It determines the language of the texts.
      await page.waitForFunction(() => document.documentElement !== null);
      await page.evaluate(script);
      const viewing = await watched(
        page,
        page.evaluate((lengthMs) => globalThis.watchPage(lengthMs), lengthMs),
      );
      return { ...viewing, complaints: errors };
    },
  };
}

/**
 * Opens the server's response for a missing page: an empty page of its origin. A page from elsewhere could not connect
 * to this machine's other ports.
 */
export const openBlankPage = (page: Page, origin: string): Promise<unknown> =>
  page.goto(`${origin}/no-such-page.txt`);

async function watched(page: Page, watching: Promise<Viewing>): Promise<Viewing> {
  try {
    return await watching;
  } finally {
    await page.close();
  }
}
