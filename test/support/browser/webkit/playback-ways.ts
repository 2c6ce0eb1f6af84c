import type { World } from '../world.ts';
import type { WebKit, WidthPx } from './webkit.ts';

/** APIs that are removed from the browser, so that the player uses another technique; and what its video then plays. */
export const PLAYBACK_WAYS = [
  ['hls.js and MediaSource', ['ManagedMediaSource'], /^blob:/],
  ['hls.js and ManagedMediaSource', ['MediaSource'], /^blob:/],
  ['the browser itself', ['MediaSource', 'ManagedMediaSource'], /\.m3u8/],
] as const;

interface OpenOptions {
  readonly widthPx: WidthPx;
  readonly lacking: readonly string[];
  readonly path: string;
}

/** Opens a page of the app in a browser without these APIs. Loads no document, which would have them again. */
export async function openWithoutFeatures(
  { site }: World,
  { open, page }: WebKit,
  { widthPx, lacking, path }: OpenOptions,
): Promise<void> {
  await open(widthPx);
  await page.goto(`${site.url}/about`);
  await page.find('//h1');
  await page.evaluate((names) => {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  }, lacking);
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
