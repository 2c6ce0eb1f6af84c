import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { bundlePage } from '../support/page-bundle.ts';
import { openBlankPage } from '../support/viewer.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import type { Target } from './recorder.page.ts';

/** Pages whose camera is the drawn one. */
export interface Streamers {
  /** Opens a page of the site at `baseURL`. */
  open(size: CameraSize, baseURL: string): Promise<Page>;
  /** Opens a page that does nothing but record; its origin is the site's at `baseURL`. */
  record(size: CameraSize, baseURL: string, targets: readonly Target[]): Promise<Page>;
}

export async function createStreamers(browser: Browser): Promise<Streamers> {
  const [camera, recorder] = await Promise.all([
    bundlePage(join(import.meta.dirname, 'drawn-camera.page.ts')),
    bundlePage(join(import.meta.dirname, 'recorder.page.ts')),
  ]);
  const open = async (size: CameraSize, baseURL: string): Promise<Page> => {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
    await page.addInitScript({ content: `globalThis.cameraSize = ${JSON.stringify(size)};\n${camera}` });
    return page;
  };
  return {
    open,
    record: async (size, baseURL, targets) => {
      const page = await open(size, baseURL);
      await openBlankPage(page, baseURL);
      await page.evaluate(recorder);
      await page.evaluate((targets) => globalThis.record(targets), targets);
      return page;
    },
  };
}

/** How late the camera's pictures were at worst. Above a few frames' time the machine was too slow for the measurement. */
export const cameraLateMs = (page: Page): Promise<number> => page.evaluate(() => globalThis.cameraLateMs);
