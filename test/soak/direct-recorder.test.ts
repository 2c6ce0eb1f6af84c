import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser, visit } from '#test/support/browser/browser.ts';
import { soundDelaysMs, readSegments, writeFilm } from '#test/support/browser/recorder/recorded.ts';
import { type RecorderSite, startRecorderSite } from '#test/support/browser/recorder/recorder-site.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const MINUTES = 10;
const SEGMENTS = MINUTES * 60;
const MAX_APART_MS = 45;

const folder = newFolder();
let site: RecorderSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startRecorderSite(folder), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

it('picture and sound stay in sync for ten minutes without a missing segment', async () => {
  const { page } = await visit(browser, site.url);
  await page.goto('/');
  await page.waitForFunction(() => 'recordClapper' in globalThis);
  const recorded = await page.evaluate((segments) => globalThis.recordClapper({ segments }), SEGMENTS);
  expect(recorded.failures).toEqual([]);
  const main = readSegments(recorded.segments).map(([main]) => main!);
  for (const [index, { picture, sound }] of main.entries()) {
    expect(picture.startTicks).toBe(main[index - 1]?.picture.endTicks ?? picture.startTicks);
    expect(sound.startTicks).toBe(main[index - 1]?.sound.endTicks ?? 0);
  }
  // Of each minute the middle one, as a page draws now and then later than it sounds.
  const apart = await soundDelaysMs(writeFilm(folder, 'main.mp4', main));
  const minutes = Array.from({ length: MINUTES }, (_, minute) => apart.slice(minute * 55, (minute + 1) * 55));
  const medians = minutes.map((claps) => claps.toSorted((a, b) => a - b)[claps.length >> 1] ?? NaN);
  console.log(
    `the picture behind the sound, minute by minute, in ms: ${medians.map((ms) => ms.toFixed(1)).join(', ')}`,
  );
  for (const ms of medians) expect(Math.abs(ms), String(medians)).toBeLessThan(MAX_APART_MS);
});
