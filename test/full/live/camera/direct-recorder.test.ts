/** The direct recorder by itself in a real browser: its output for a camera that claps. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_SEGMENT_BYTES,
  MAX_SEGMENT_MS,
  MAX_SMALL_SEGMENT_BYTES,
  MIN_SEGMENT_MS,
} from '#shared/limits.ts';
import { checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import { startBrowser, visit } from '#test/support/browser/browser.ts';
import type { RecordingEvents, Recorded } from '#test/support/browser/recorder/clapper.page.ts';
import {
  brightestAtS,
  soundDelaysMs,
  markedCorner,
  picturesOf,
  readSegments,
  writeFilm,
} from '#test/support/browser/recorder/recorded.ts';
import { type RecorderSite, startRecorderSite } from '#test/support/browser/recorder/recorder-site.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const LIMITS = {
  minMs: MIN_SEGMENT_MS,
  maxMs: MAX_SEGMENT_MS,
  maxMainBytes: MAX_SEGMENT_BYTES,
  maxSmallBytes: MAX_SMALL_SEGMENT_BYTES,
};
/** Maximum offset between audio and video. */
const MAX_APART_MS = 45;
const TICKS_PER_S = 90_000;
/** Tolerance for one frame, and for frames that a busy machine drops. */
const UNEVEN_TICKS = 0.5 * TICKS_PER_S;

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

/** Opens a page in a browser that lacks some of Chromium's features. */
async function openPage(lacking: readonly string[] = []): Promise<Page> {
  const { page } = await visit(browser, site.url);
  await page.addInitScript((names) => {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  }, lacking);
  await page.goto('/');
  await page.waitForFunction(() => 'recordClapper' in globalThis);
  return page;
}

async function record(happenings: RecordingEvents, lacking?: readonly string[]): Promise<Recorded> {
  const page = await openPage(lacking);
  const recorded = await page.evaluate((happenings) => globalThis.recordClapper(happenings), happenings);
  await page.context().close();
  return recorded;
}

/** Returns the median offset of all claps, because a busy page draws some of its pictures late. */
const middleApart = (claps: readonly number[]): number =>
  claps.map(Math.abs).toSorted((a, b) => a - b)[(claps.length - 1) >> 1] ?? Infinity;

describe('a direct recording', () => {
  it.each([
    ['in Chromium', []],
    ['in a browser without MediaStreamTrackProcessor', ['MediaStreamTrackProcessor']],
  ])('has playable segments that begin with keyframes, in two renditions, %s', async (where, lacking) => {
    const { segments, failures } = await record({ segments: 4 }, lacking);
    expect(failures).toEqual([]);
    const found = readSegments(segments);
    for (const rendition of [0, 1]) {
      // A machine that is too busy drops the small rendition.
      const without = found.findIndex((renditions) => !renditions[rendition]);
      const files = found.slice(0, without < 0 ? undefined : without).map((all) => all[rendition]!);
      expect(files.length).toBeGreaterThan(0);
      for (const [index, { init, picture, sound }] of files.entries()) {
        const before = files[index - 1];
        expect(init).toEqual(files[0]?.init);
        expect(picture.startTicks).toBe(before?.picture.endTicks ?? picture.startTicks);
        expect(sound.startTicks).toBe(before?.sound.endTicks ?? 0);
        expect(sound.startTicks % 1024).toBe(0);
      }
      const path = writeFilm(folder, `${where}-${rendition}.mp4`, files);
      const keys = (await picturesOf(path)).flatMap(({ ms, isKey }) => (isKey ? [Math.round(ms * 90)] : []));
      for (const { picture } of files) expect(keys).toContain(picture.startTicks);
      const apart = await soundDelaysMs(path);
      expect(apart.length).toBeGreaterThanOrEqual(files.length - 1);
      expect(middleApart(apart), String(apart)).toBeLessThan(MAX_APART_MS);
    }
    expect(found[0]?.[0]?.picture.startTicks).toBeLessThan(10);
    for (const [main, small] of found.slice(0, -1)) {
      const { startTicks, endTicks } = main!.picture;
      expect((small ?? main)!.picture).toMatchObject({ startTicks, endTicks });
      expect(Math.abs(endTicks - startTicks - TICKS_PER_S)).toBeLessThan(UNEVEN_TICKS);
    }
  });

  it('continues through a call, a busy page and a rotated phone', async () => {
    const happenings = { callAtMs: 1000, busyAtMs: 2600, turnAtMs: 3800, segments: 8 };
    const { segments, failures, qualities } = await record(happenings);
    expect(failures).toEqual([]);
    const main = readSegments(segments).map(([main]) => main!);
    for (const [index, { picture, sound }] of main.entries()) {
      expect(picture.startTicks).toBe(main[index - 1]?.picture.endTicks ?? picture.startTicks);
      expect(sound.startTicks).toBe(main[index - 1]?.sound.endTicks ?? 0);
    }
    const turned = main.findIndex(({ init }) => Buffer.compare(init, main[0]!.init) !== 0);
    expect(turned).toBeGreaterThan(0);
    expect([...new Set(qualities.map(({ heightPx }) => heightPx))]).toEqual([540, 960]);
    const [before, after] = [main.slice(0, turned), main.slice(turned)];
    expect(after.map(({ init }) => init)).toEqual(after.map(() => after[0]?.init));
    const films = [writeFilm(folder, 'lying.mp4', before), writeFilm(folder, 'standing.mp4', after)];
    const apart = (await Promise.all(films.map(soundDelaysMs))).flat();
    expect(middleApart(apart), String(apart)).toBeLessThan(MAX_APART_MS);
  });

  it('rotates the pictures of a phone that is held upright', async () => {
    const { segments, failures, qualities } = await record({ noteAtMs: 1500, segments: 5 });
    expect(failures).toEqual([]);
    expect([...new Set(qualities.map(({ heightPx }) => heightPx))]).toEqual([540, 960]);
    const main = readSegments(segments).map(([main]) => main!);
    const turned = main.findIndex(({ init }) => Buffer.compare(init, main[0]!.init) !== 0);
    const [lying, standing] = [main.slice(0, turned), main.slice(turned)].map((files, index) =>
      writeFilm(folder, `note-${index}.mp4`, files),
    );
    expect(await markedCorner(lying!)).toBe('left');
    expect(await markedCorner(standing!)).toBe('right');
  });

  it('shows viewers that the camera is paused when no more pictures come', async () => {
    const { segments, failures } = await record({ cameraPausesAtMs: 1500, segments: 7 });
    expect(failures).toEqual([]);
    const main = readSegments(segments).map(([main]) => main!);
    const path = writeFilm(folder, 'paused.mp4', main);
    const brightness = await brightestAtS(path, main.length - 1.5);
    expect(brightness).toBeGreaterThan(200);
  });

  it('starts a segment with a new header where the encoder changes its parameters', async () => {
    const { segments, failures } = await record({ segments: 8, coloursEveryMs: 800 });
    expect(failures).toEqual([]);
    const checked = segments.map((segment, seq) => checkSegment(Buffer.from(segment, 'base64'), seq, LIMITS));
    for (const [index, { startMs }] of checked.entries())
      expect(startMs).toBe(checked[index - 1]?.endMs ?? startMs);
    expect(new Set(checked.map(({ main }) => Buffer.from(main.init).toString('hex'))).size).toBe(2);
  });

  it('lowers its bit rate under the same header while the network is blocked', async () => {
    const { segments, qualities } = await record({ stuckAtMs: 200, segments: 4 });
    const bits = [...new Set(qualities.map(({ bitsPerSecond }) => bitsPerSecond))];
    expect(bits.slice(0, 2)).toEqual([2_500_000, 1_600_000]);
    const main = readSegments(segments).map(([main]) => main!);
    expect(main.map(({ init }) => init)).toEqual(main.map(() => main[0]?.init));
  });

  it('reports its failure once and keeps earlier segments', async () => {
    const { segments, failures } = await record({ segments: 100, breaks: true });
    expect(failures).toEqual(['Error: broken']);
    expect(readSegments(segments)).toHaveLength(1);
  });
});

describe('the browser’s support for direct broadcasts', () => {
  it('is tested with the camera by real segments', async () => {
    const page = await openPage();
    // A busy machine may correctly report that it is not supported.
    const probe = () => page.evaluate(() => globalThis.probeClapper());
    await expect.poll(probe, { timeout: 60_000 }).toMatchObject({ can: true });
  });

  it('is denied with a reason without an encoder', async () => {
    const page = await openPage(['VideoEncoder']);
    const why = "Your browser can't encode video.";
    expect(await page.evaluate(() => globalThis.probeClapper())).toEqual({
      can: false,
      canSmall: false,
      why,
    });
  });
});
