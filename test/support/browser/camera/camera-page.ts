/** /go-live as a streamer uses it, in a browser with `FAKE_DEVICES`. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { rememberWay } from './broadcaster-page.ts';

/** Why getUserMedia may fail (W3C Media Capture and Streams §10.2). */
export type CameraError = 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';

/**
 * Has the page's next documents remember what they get from the camera, and whom they record with, the compatible way.
 */
export async function watchCamera(page: Page): Promise<void> {
  await rememberWay(page, 'compatible');
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

/** What the page asked the camera for, and how it recorded. */
export const cameraUse = (page: Page): Promise<Pick<Seen, 'asked' | 'recordings'>> =>
  page.evaluate(() => {
    const { asked, recordings } = (globalThis as unknown as Watched).seen;
    return { asked, recordings };
  });

/** What has become of each track that the page got: `live` or `ended`. */
export const cameraTracks = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Watched).seen.tracks.map(({ readyState }) => readyState));

/** Has the page's recorder fail as it does where an encoder gives up. */
export const breakRecorder = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as Watched).seen.recorder?.dispatchEvent(new Event('error'));
  });

/** Has the next documents get no more from the camera than this, whatever they ask for. */
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

/** Has the camera fail from now on. */
export const failCamera = (page: Page, name: CameraError): Promise<void> =>
  page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
  }, name);

/** Start Camera, until there is a picture. */
export async function startCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await page.getByRole('button', { name: 'Go LIVE' }).waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
}

export async function describeStream(page: Page, title: string, category = 'Ceiling Fans'): Promise<void> {
  await page.getByLabel('Stream Title', { exact: true }).fill(title);
  await page.getByLabel('Category', { exact: true }).selectOption(category);
}

/** Has nothing of a broadcast get through, whichever way it goes. */
export const cutUploads = (page: Page): Promise<unknown> =>
  page.route(/\/(chunks|segments)\//, (route) => route.abort());

/** Go LIVE, until so many chunks are stored. */
export async function goLive(page: Page, chunks = 1): Promise<void> {
  await page.getByRole('button', { name: 'Go LIVE' }).click();
  await page.getByRole('button', { name: 'End Stream' }).waitFor();
  await untilUploaded(page, chunks);
}

const countOf = async (page: Page, name: 'stored' | 'waiting'): Promise<number> =>
  Number(await page.locator(`[data-${name}]`).getAttribute(`data-${name}`));

/** How many chunks the page has sent; people read how many minutes they are. */
export const chunksUploaded = (page: Page): Promise<number> => countOf(page, 'stored');

/** How many chunks wait in the browser. */
export const chunksWaiting = (page: Page): Promise<number> => countOf(page, 'waiting');

export async function untilUploaded(page: Page, chunks: number): Promise<void> {
  await expect.poll(() => chunksUploaded(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(chunks);
}
