import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  broadcastOf,
  endStream,
  goLive,
  presetWay,
  untilDirectIsProven,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { chunksUploaded, untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';

const USERNAME = 'SharingShira';

const camera = cameraWorld(USERNAME, { camera: { ...CAMERA, framesPerS: 10 } });
const page = () => camera.streamer.page;

interface Tapped {
  shared: MediaStream;
  isBackground: boolean;
}

/** Gives tests access to the shared screen, and makes the page behave like one in the background. */
const tapPage = (tab: Page): Promise<unknown> =>
  tab.addInitScript(() => {
    const tapped = globalThis as unknown as Tapped;
    const { mediaDevices } = navigator;
    const getDisplayMedia = mediaDevices.getDisplayMedia.bind(mediaDevices);
    mediaDevices.getDisplayMedia = async (options) => (tapped.shared = await getDisplayMedia(options));
    const [frame, timeout] = [globalThis.requestAnimationFrame, globalThis.setTimeout];
    globalThis.requestAnimationFrame = (act) => (tapped.isBackground ? 0 : frame(act));
    globalThis.setTimeout = ((act: () => void, ms = 0) =>
      timeout(act, tapped.isBackground ? Math.max(1000, ms) : ms)) as typeof setTimeout;
  });

const setBackground = (tab: Page, isBackground: boolean) =>
  tab.evaluate((is) => Object.assign(globalThis, { isBackground: is }), isBackground);

/** Returns the average colour of a part of the viewer's picture, and the playback position. */
const seen = (at: { readonly x: number; readonly y: number }) =>
  camera.viewer.page.evaluate(({ x, y }) => {
    const video = document.querySelector('video')!;
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    const [width, height] = [video.videoWidth, video.videoHeight];
    context.drawImage(video, x * width, y * height, width / 16, height / 16, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return { red, green, blue, playedS: video.currentTime };
  }, at);

/** Chromium's test screen is green; the camera's picture is not included. */
const isGreen = async () => {
  const { red, green, blue } = await seen({ x: 0.5, y: 0.85 });
  return green > 1.5 * red && green > 1.5 * blue;
};

async function expectPlaying(): Promise<void> {
  const before = (await seen({ x: 0, y: 0 })).playedS;
  await expect.poll(async () => (await seen({ x: 0, y: 0 })).playedS).toBeGreaterThan(before + 2);
  await expect.poll(() => camera.player('state')).toBe('playing');
}

const press = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true }).click();

beforeAll(() => tapPage(page()));

describe('a shared screen', () => {
  it('replaces the camera’s picture while live, in one stream, also while the page is in the background', async () => {
    await goLive(page(), 'Wind tunnel slides', untilDirectIsProven);
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    await camera.framesOf(1);
    expect(await isGreen()).toBe(false);
    await press(page(), 'Share screen');
    await page().getByRole('meter', { name: 'Screen sound level' }).waitFor();
    await expect.poll(isGreen).toBe(true);
    await setBackground(page(), true);
    const before = await chunksUploaded(page());
    await untilUploaded(page(), before + 5);
    await expectPlaying();
    await setBackground(page(), false);
  });

  it('has the camera in a corner, which keys move, and which may be hidden', async () => {
    const corner = page().getByRole('button', { name: 'Move the camera picture to another corner' });
    await corner.press('ArrowLeft');
    await corner.press('ArrowUp');
    expect(await corner.getAttribute('data-corner')).toBe('top-left');
    await corner.hover();
    const box = (await corner.boundingBox())!;
    await page().mouse.down();
    await page().mouse.move(box.x + 2.5 * box.width, box.y + box.height / 2);
    await page().mouse.up();
    await expect.poll(() => corner.getAttribute('data-corner')).toBe('top-right');
    await page().getByRole('switch', { name: 'Show camera' }).uncheck();
    await expect.poll(() => corner.count()).toBe(0);
  });

  it('is replaced by the camera when the person ends it in the browser, and the broadcast continues', async () => {
    await page().evaluate(() => {
      const [track] = (globalThis as unknown as Tapped).shared.getVideoTracks();
      track!.dispatchEvent(new Event('ended'));
    });
    await expectToast(page(), 'Screen sharing has ended');
    await camera.framesOf(2);
    await expect.poll(isGreen).toBe(false);
    await endStream(page(), USERNAME);
    const receipt = page().getByRole('region', { name: 'Your broadcast' });
    await expect.poll(() => receipt.innerText()).toMatch(/ saved, nothing lost/);
    expect([...camera.viewer.complaints, ...camera.streamer.complaints]).toEqual([]);
  });

  it('goes live without a camera and a microphone, and leaves a notice when it ends', async () => {
    const tab = await camera.newTab();
    await tapPage(tab);
    await tab.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('There is none', 'NotFoundError');
      };
    });
    await tab.goto('/go-live');
    await press(tab, 'Share screen');
    await expectToast(tab, 'Camera Ready');
    await untilDirectIsProven(tab);
    await tab.getByLabel('Stream Title').fill('No face, only fans');
    await tab.getByLabel('Category').selectOption('Box Fans');
    const started = tab.waitForResponse((response) => response.url().endsWith('/browser-stream/start'));
    await press(tab, 'Go LIVE');
    const { stream_id: id } = (await (await started).json()) as { stream_id: string };
    await untilUploaded(tab, 3);
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    await expect.poll(isGreen).toBe(true);
    await press(tab, 'Stop sharing');
    await expect.poll(isGreen).toBe(false);
    await expectPlaying();
    expect(await broadcastOf(camera.person, id)).toMatchObject({ status: 'live' });
    await endStream(tab, USERNAME);
    await tab.close();
  });

  it('works in the compatible way too', async () => {
    const tab = await camera.newTab();
    await tapPage(tab);
    await presetWay(tab, 'compatible');
    await goLive(tab, 'Slow slides');
    await untilUploaded(tab, 2);
    await press(tab, 'Share screen');
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    await expect.poll(isGreen).toBe(true);
    await endStream(tab, USERNAME);
    await tab.close();
  });
});
