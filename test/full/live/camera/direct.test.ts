import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import {
  broadcastOf,
  endStream,
  goLive,
  untilDirectIsProven,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { chunksUploaded, untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { breakWorkers, tapWorkers } from '#test/support/browser/camera/worker-tap.ts';
import { seenFrames, watchFrames } from '#test/support/media/counter-picture.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';

const USERNAME = 'DirectDora';

/** Text of a receipt. */
const NOTHING_LOST = / saved, nothing lost/;

const camera = cameraWorld(USERNAME, { camera: { ...CAMERA, framesPerS: 10 } });
const page = () => camera.streamer.page;

/** Expects that a viewer's video plays, with frames in order. */
async function expectMovingPicture(): Promise<void> {
  await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
  const counters = await camera.framesOf(1);
  expect(counters).toEqual(counters.toSorted((a, b) => a - b));
}

beforeAll(() => tapWorkers(page()));

describe('the broadcast mode', () => {
  const way = (tab: Page, name: string) => tab.getByRole('radio', { name, exact: true });

  it('is chosen on /go-live and remembered', async () => {
    await page().goto('/go-live');
    await way(page(), 'Compatible').check();
    await page().reload();
    await expect.poll(() => way(page(), 'Compatible').isChecked()).toBe(true);
    await way(page(), 'Direct').check();
    await page().reload();
    await expect.poll(() => way(page(), 'Direct').isChecked()).toBe(true);
  });

  it('is compatible when the browser cannot encode, which is shown', async () => {
    const tab = await camera.newTab();
    await tab.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    await tab.goto('/go-live');
    await tab.getByText("Not available. Your browser can't encode video.").waitFor();
    await expect.poll(() => way(tab, 'Direct').isDisabled()).toBe(true);
    await expect.poll(() => way(tab, 'Compatible').isChecked()).toBe(true);
    await tab.close();
  });

  it('is direct when the browser records no WebM', async () => {
    const tab = await camera.newTab();
    await tab.addInitScript(() => {
      MediaRecorder.isTypeSupported = () => false;
    });
    await tab.goto('/go-live');
    await tab.getByRole('button', { name: 'Start Camera' }).click();
    await tab.getByRole('button', { name: 'Go LIVE' }).waitFor();
    await expect.poll(() => way(tab, 'Direct').isChecked()).toBe(true);
    await expect.poll(() => way(tab, 'Compatible').isDisabled()).toBe(true);
    await tab.close();
  });
});

describe('a broadcast the direct way', () => {
  let streamId: string;

  it('starts once the probe has succeeded with the camera', async () => {
    const asked = page().waitForRequest('**/api/browser-stream/start');
    streamId = await goLive(page(), 'Straight from the blades', untilDirectIsProven);
    expect((await asked).postDataJSON()).toMatchObject({ way: 'direct' });
    await page()
      .getByText(/^Sending \d+p, [\d.]+ [Mk]bit\/s/)
      .waitFor();
  });

  it('plays for a signed-out viewer', async () => {
    await camera.open();
    await expectMovingPicture();
    await camera.viewer.page.getByText('Straight from the blades').first().waitFor();
  });

  it('shows the camera’s picture on its card', async () => {
    const picture = async () => {
      const channel = await fetch(`${camera.world.site.url}/api/streamers/${USERNAME}`);
      const { live_thumbnail_url: path } = (await channel.json()) as Channel;
      return path && (await fetch(camera.world.site.url + path)).headers.get('content-type');
    };
    await expect.poll(picture).toBe('image/jpeg');
  });

  it('continues while muted and after a disconnection, without loss', async () => {
    await page().getByRole('button', { name: 'Mute microphone' }).click();
    await page().context().setOffline(true);
    await page()
      .getByText(/([2-9]|\d\d+) sec waiting: nothing is getting through$/)
      .waitFor();
    await page().context().setOffline(false);
    await page().getByText('All uploaded').waitFor();
    const before = await chunksUploaded(page());
    await untilUploaded(page(), before + 2);
    await expectMovingPicture();
  });

  it('ends with a receipt and an immediate replay', async () => {
    await untilUploaded(page(), 9);
    await endStream(page(), USERNAME);
    const receipt = page().getByRole('region', { name: 'Your broadcast' });
    await expect.poll(() => receipt.innerText()).toMatch(NOTHING_LOST);
    await receipt.getByRole('link', { name: 'Watch the replay' }).waitFor();
    const { chunks } = await broadcastOf(camera.person, streamId);
    expect(chunks.recorded).toBeGreaterThanOrEqual(9);
  });
});

describe('a broadcast whose encoder fails', () => {
  it('continues as compatible at the same address with one quiet notice', async () => {
    const streamId = await goLive(page(), 'Bent blades', untilDirectIsProven);
    await untilUploaded(page(), 3);
    const asked = page().waitForRequest(`**/api/browser-stream/upload/${streamId}`);
    await breakWorkers(page());
    await page()
      .getByText(/^Your device couldn't keep up/)
      .first()
      .waitFor();
    await asked;
    await watchFrames(page(), CAMERA.cellPx);
    const before = await chunksUploaded(page());
    await untilUploaded(page(), before + 2);
    const [afterBreak] = await seenFrames(page());
    await camera.open();
    await expectMovingPicture();
    const latest = async () => (await seenFrames(camera.viewer.page)).at(-1)?.counter;
    await expect.poll(latest).toBeGreaterThan(afterBreak!.counter);
    await endStream(page(), USERNAME);
    const receipt = page().getByRole('region', { name: 'Your broadcast' });
    await expect.poll(() => receipt.innerText()).toMatch(NOTHING_LOST);
    expect([...camera.viewer.complaints, ...camera.streamer.complaints]).toEqual([]);
  });
});
