/** Typed live captions during a camera broadcast, and their viewers, in any browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AnyPage, type ReadCounter, installCounterReader } from '../../media/counter-picture.ts';
import { onAirS, seekToStart } from '../live-seek-bar.ts';
import { until } from '../webkit/page.ts';
import { endStream, goLive } from './broadcaster-page.ts';
import { type CameraWorld, SMALL_CAMERA } from './camera-world.ts';

/** In frames; the camera counts 30 a second. */
const HALF_A_SECOND = 15;
/** Duration of the early line plus a slow poll, in frames. */
const LONGEST = 150;

/** Returns the counter of the current frame and the captions over it. */
async function pictureOf(page: AnyPage): Promise<{ readonly counter: number; readonly cues: string }> {
  await installCounterReader(page, SMALL_CAMERA.cellPx);
  return page.evaluate(() => {
    const { readCounter } = globalThis as unknown as { readonly readCounter: ReadCounter };
    const cues = [...document.querySelectorAll('[data-cues]')].at(-1);
    return { counter: readCounter(document.querySelector('video')!), cues: cues?.textContent ?? '' };
  }, null);
}

/** A caption that starts between the frames `first` and `last`. */
interface TypedLine {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** A camera broadcast with an early caption, for all tests of a file. */
export function useTypedBroadcast(camera: CameraWorld, username: string) {
  let typist: Page;
  let early: TypedLine;
  const type = async (text: string): Promise<TypedLine> => {
    const { counter: first } = await pictureOf(typist);
    await typist.getByLabel('Caption', { exact: true }).fill(text);
    const { counter: last } = await pictureOf(typist);
    await typist.keyboard.press('Enter');
    await typist.getByRole('listitem').filter({ hasText: text }).waitFor();
    return { text, first, last };
  };
  beforeAll(async () => {
    await goLive(camera.streamer.page, 'Typed along');
    typist = await camera.newTab();
    await typist.goto(`/captions/${username}`);
    await typist.locator('[data-player][data-state=playing]').waitFor({ timeout: 60_000 });
    early = await type('An early line, which takes some seconds to read to its end');
  });
  afterAll(() => endStream(camera.streamer.page, username));
  return { type, early: () => early };
}

export const expectRead = (page: AnyPage, text: string): Promise<void> =>
  until(async () => expect((await pictureOf(page)).cues).toContain(text));

/** Seeks to the start of the stream once it is longer than the live playlist, and expects the line at its frame. */
export async function expectAfterRewind(page: AnyPage, { text, first, last }: TypedLine): Promise<void> {
  await until(async () => expect((await onAirS(page)).endS).toBeGreaterThan(75));
  await seekToStart(page);
  await until(async () => expect((await onAirS(page)).atS).toBeLessThan(20));
  const seen = await until(async () => {
    const now = await pictureOf(page);
    expect(now.cues).toBe(text);
    return now;
  });
  expect(seen.counter).toBeGreaterThan(first - HALF_A_SECOND);
  expect(seen.counter).toBeLessThan(last + LONGEST);
}
