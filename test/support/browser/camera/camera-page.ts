/** Page object of /go-live, in a browser with `FAKE_DEVICES`. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { presetWay } from './broadcaster-page.ts';

/** Errors of getUserMedia (W3C Media Capture and Streams §10.2). */
export type CameraError = 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';

/** Makes the page's next documents record camera requests, tracks and, the compatible way, recorders. */
export async function watchCamera(page: Page): Promise<void> {
  await presetWay(page, 'compatible');
  await page.addInitScript(() => {
    const seen: Seen = { asked: [], tracks: [], recordings: [] };
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      seen.asked.push(wanted);
      const stream = await getUserMedia(wanted);
      seen.tracks.push(...stream.getTracks());
      return stream;
    };
    globalThis.MediaRecorder = class extends MediaRecorder {
      constructor(...args: ConstructorParameters<typeof MediaRecorder>) {
        super(...args);
        seen.recorder = this;
      }

      override start(timeSliceMs?: number): void {
        const { mimeType, videoBitsPerSecond, audioBitsPerSecond } = this;
        const bitsPerSecond = videoBitsPerSecond + audioBitsPerSecond;
        seen.recordings.push({ mimeType, bitsPerSecond, timeSliceMs });
        super.start(timeSliceMs);
      }
    };
    Object.assign(globalThis, { seen });
  });
}

interface Recording {
  readonly mimeType: string;
  readonly bitsPerSecond: number;
  readonly timeSliceMs: number | undefined;
}

interface Seen {
  readonly asked: (MediaStreamConstraints | undefined)[];
  readonly tracks: MediaStreamTrack[];
  readonly recordings: Recording[];
  recorder?: MediaRecorder;
}

interface Watched {
  readonly seen: Seen;
}

/** Returns the page's camera requests and recordings. */
export const cameraUse = (page: Page): Promise<Pick<Seen, 'asked' | 'recordings'>> =>
  page.evaluate(() => {
    const { asked, recordings } = (globalThis as unknown as Watched).seen;
    return { asked, recordings };
  });

/** Returns the state of each track of the page: `live` or `ended`. */
export const cameraTracks = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Watched).seen.tracks.map(({ readyState }) => readyState));

/** Makes the page's recorder fail as if its encoder had given up. */
export const breakRecorder = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as Watched).seen.recorder?.dispatchEvent(new Event('error'));
  });

/** Limits what the next documents get from the camera, whatever they request. */
export const limitCamera = (
  who: Pick<Page, 'addInitScript'>,
  most: MediaTrackConstraints,
): Promise<unknown> =>
  who.addInitScript((most) => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted);
      await Promise.all(stream.getVideoTracks().map((track) => track.applyConstraints(most)));
      return stream;
    };
  }, most);

/** Makes the camera fail from now on. */
export const failCamera = (page: Page, name: CameraError): Promise<void> =>
  page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
  }, name);

/** Presses Start Camera and waits for a picture. */
export async function startCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await page.getByRole('button', { name: 'Go LIVE' }).waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
}

export async function describeStream(page: Page, title: string, category = 'Ceiling Fans'): Promise<void> {
  await page.getByLabel('Stream Title', { exact: true }).fill(title);
  await page.getByLabel('Category', { exact: true }).selectOption(category);
}

/** Blocks all uploads of a broadcast, of both ways. */
export const cutUploads = (page: Page): Promise<unknown> =>
  page.route(/\/(chunks|segments)\//, (route) => route.abort());

/** Presses Go LIVE and waits until so many chunks are stored. */
export async function goLive(page: Page, chunks = 1): Promise<void> {
  await page.getByRole('button', { name: 'Go LIVE' }).click();
  await page.getByRole('button', { name: 'End Stream' }).waitFor();
  await untilUploaded(page, chunks);
}

const countOf = async (page: Page, name: 'stored' | 'waiting'): Promise<number> =>
  Number(await page.locator(`[data-${name}]`).getAttribute(`data-${name}`));

/** Returns how many chunks the page has sent; the page displays minutes. */
export const chunksUploaded = (page: Page): Promise<number> => countOf(page, 'stored');

/** Returns how many chunks are waiting in the browser. */
export const chunksWaiting = (page: Page): Promise<number> => countOf(page, 'waiting');

export async function untilUploaded(page: Page, chunks: number): Promise<void> {
  await expect.poll(() => chunksUploaded(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(chunks);
}
