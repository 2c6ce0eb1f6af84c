/** Starts WebKit for all tests of a file: a browser with a wide and a narrow window, and a log of its pages' errors. */
import { afterAll, beforeAll, expect } from 'vitest';
import { enterAs, type Person } from '../../site/people.ts';
import type { World } from '../world.ts';
import { BrowserLostError, type Session, startWebKit } from './driver.ts';
import { type ErrorProxy, startErrorProxy } from './error-proxy.ts';
import { pageOf, until, type WebKitPage } from './page.ts';

/** A desktop and a phone. */
export const WIDTHS_PX = [1280, 390] as const;
export type WidthPx = (typeof WIDTHS_PX)[number];

const HEIGHT_PX = 844;

/** WebKit reports errors for requests that were in flight when a page was left. */
const LEFT_BEHIND =
  /Unable to preload|Importing a module script failed|Load failed|Missing code|Fanfare can't be reached/;

export interface WebKit {
  readonly page: WebKitPage;
  /** Uses the window of this width, signed in as this person or signed out. */
  open(widthPx: WidthPx, person?: Person): Promise<void>;
  /**
   * Runs `run`, and again in a new browser if the browser crashed: GStreamer may deadlock when a live video seeks.
   * Names of what `run` creates must contain `name`.
   */
  withNewIfLost(run: (name: string) => Promise<void>): Promise<void>;
  /** Fails if the pages so far had errors. */
  expectNoErrors(): void;
}

export function useWebKit(world: World): WebKit {
  let proxy: ErrorProxy;
  let session: Session;
  const windows = new Map<WidthPx, string>();
  const page = pageOf((...command) => session.command(...command));
  const expectNoErrors = () => {
    const complaints = proxy.complaints.splice(0);
    expect(complaints.filter((complaint) => !LEFT_BEHIND.test(complaint))).toEqual([]);
  };
  const start = async () => {
    session = await startWebKit(proxy.address);
    windows.clear();
    windows.set(1280, (await session.command('GET', '/window')) as string);
  };
  beforeAll(async () => {
    proxy = await startErrorProxy();
    await start();
  });
  afterAll(async () => {
    await session?.end();
    proxy?.close();
  });
  return {
    page,
    expectNoErrors,
    withNewIfLost: async (run) => {
      try {
        await run('One');
      } catch (error) {
        if (!(error instanceof BrowserLostError)) throw error;
        console.warn('WebKit crashed and is restarted:', error.message);
        await session.end();
        await start();
        await run('Two');
      }
    },
    open: async (widthPx, person) => {
      const { command } = session;
      await page.goto(`${world.site.url}/favicon.svg`);
      const handle = windows.get(widthPx) ?? (await openNarrow(session, page));
      windows.set(widthPx, handle);
      await command('POST', '/window', { handle });
      await command('POST', '/window/rect', { x: 0, y: 0, width: widthPx, height: HEIGHT_PX });
      await page.goto(`${world.site.url}/favicon.svg`);
      await page.evaluate(() => localStorage.clear(), null);
      if (person) await enterAs(page, person, world.site.url);
      await until(async () => expect(await page.evaluate(() => innerWidth, null)).toBe(widthPx));
    },
  };
}

/** Opens a window without a toolbar, which would limit the width to at least 447 px. Returns its handle. */
async function openNarrow({ command }: Session, page: WebKitPage): Promise<string> {
  const handles = async () => (await command('GET', '/window/handles')) as string[];
  const before = await handles();
  await page.evaluate(
    (height) => void open(location.href, '', `popup,width=390,height=${height}`),
    HEIGHT_PX,
  );
  return until(async () => {
    const handle = (await handles()).find((one) => !before.includes(one));
    if (!handle) throw new Error('No window was opened');
    return handle;
  });
}
