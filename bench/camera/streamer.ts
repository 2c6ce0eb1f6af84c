import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { bundlePage } from '../support/page-bundle.ts';
import { openBlankPage } from '../support/viewer.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import type { Target } from './recorder.page.ts';

/** Pages with the drawn camera. */
export interface Streamers {
  /** Opens a page of the site at `baseURL`. */
  open(size: CameraSize, baseURL: string): Promise<Page>;
  /** Opens a page that only records chunks; its origin is the site's at `baseURL`. */
  record(size: CameraSize, baseURL: string, targets: readonly Target[]): Promise<Page>;
  /** Opens a page that only creates segments and PUTs them to these addresses; otherwise like `record`. */
  recordBare(size: CameraSize, baseURL: string, addresses: readonly string[]): Promise<Page>;
}

export async function createStreamers(browser: Browser): Promise<Streamers> {
  const [camera, recorder, bareRecorder] = await Promise.all([
    bundlePage(join(import.meta.dirname, 'drawn-camera.page.ts')),
    bundlePage(join(import.meta.dirname, 'recorder.page.ts')),
    bundlePage(join(import.meta.dirname, 'bare-direct.page.ts')),
  ]);
  const open = async (size: CameraSize, baseURL: string): Promise<Page> => {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
    await page.addInitScript({ content: `globalThis.cameraSize = ${JSON.stringify(size)};\n${camera}` });
    return page;
  };
  const openWith = async (script: string, size: CameraSize, baseURL: string): Promise<Page> => {
    const page = await open(size, baseURL);
    await openBlankPage(page, baseURL);
    await page.evaluate(script);
    return page;
  };
  return {
    open,
    record: async (size, baseURL, targets) => {
      const page = await openWith(recorder, size, baseURL);
      await page.evaluate((targets) => globalThis.record(targets), targets);
      return page;
    },
    recordBare: async (size, baseURL, addresses) => {
      const page = await openWith(bareRecorder, size, baseURL);
      await page.evaluate((addresses) => globalThis.recordBare(addresses), addresses);
      return page;
    },
  };
}

/**
 * Returns the maximum delay of the camera's frames. If it exceeds a few frames' time, the machine was too slow for the
 * measurement.
 */
export const cameraLateMs = (page: Page): Promise<number> => page.evaluate(() => globalThis.cameraLateMs);
