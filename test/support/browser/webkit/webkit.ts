/** WebKit for all tests of a file: a browser with a wide window, a narrow one, and a record of its pages' errors. */
import { afterAll, beforeAll, expect } from 'vitest';
import { enterAs, type Person } from '../../site/people.ts';
import type { World } from '../world.ts';
import { BrowserLostError, type Session, startWebKit } from './driver.ts';
import { type ErrorProxy, startErrorProxy } from './error-proxy.ts';
import { pageOf, until, type WebKitPage } from './page.ts';

/** A desk and a phone. */
export const WIDTHS_PX = [1280, 390] as const;
export type WidthPx = (typeof WIDTHS_PX)[number];

const HEIGHT_PX = 844;

/** WebKit reports as errors what a page had begun to load when it was left. */
const LEFT_BEHIND =
  /Unable to preload|Importing a module script failed|Load failed|Missing code|Fanfare can't be reached/;

export interface WebKit {
  readonly page: WebKitPage;
  /** Continues in the window of this width, signed in as this person, or signed out without one. */
  open(widthPx: WidthPx, person?: Person): Promise<void>;
  /**
   * Runs it, and once more in a new browser where the browser was lost: GStreamer may deadlock when a live video seeks.
   * What they create has its name from `name`.
   */
  withNewIfLost(run: (name: string) => Promise<void>): Promise<void>;
  /** Fails on errors of the pages so far. */
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
        console.warn('WebKit was lost and is started again:', error.message);
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

/** A window without a tool bar, which keeps others at 447 px or wider. Returns its handle. */
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
