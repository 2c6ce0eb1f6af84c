/** The fan meter of a broadcast, whose microphone records a fan with a known speed. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import {
  broadcastOf,
  endStream,
  goLive,
  untilDirectIsProven,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { limitCamera } from '#test/support/browser/camera/camera-page.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import { fanWav } from '#test/support/media/meter/fan-film.ts';
import {
  DESK_FAN,
  expectRpm,
  FAN,
  FAN_S,
  headline,
  meterIn,
} from '#test/support/browser/meter/meter-page.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld({}, () => SLOW_FAKE_DEVICES);

describe('the fan meter of a live broadcast', () => {
  const SLOWER = 0.8;
  let owner: Person;
  let streamer: Page;
  let viewer: Page;
  let id: string;

  beforeAll(async () => {
    owner = await world.person('MeterMaid');
    ({ page: streamer } = await world.visitor(owner));
    ({ page: viewer } = await world.visitor());
    for (const page of [streamer, viewer]) await page.setViewportSize(SMALL_VIEWPORT);
    await limitCamera(streamer, STILL_PICTURE);
    await fanMicrophone(streamer, await fanWav([FAN], FAN_S));
  });

  it('measures the own microphone on /go-live', async () => {
    id = await goLive(streamer, 'My desk fan', async (page) => {
      await untilDirectIsProven(page);
      await turnFan(page, SLOWER);
      await page.getByRole('button', { name: 'Measure the fan' }).press('Enter');
      await meterIn(page).getByRole('combobox', { name: 'Blades' }).selectOption('4');
      await expectRpm(() => headline(page), SLOWER * DESK_FAN.rpm);
      expect(await violations(page)).toEqual([]);
    });
  });

  it('is shown on the picture when the streamer wants it and the viewer clicked', async () => {
    await viewer.goto('/channel/MeterMaid');
    await viewer.locator('[data-player][data-state=playing]').waitFor();
    await streamer.getByRole('switch', { name: 'Show the speed on the video' }).press('Space');
    await viewer.keyboard.press('Shift');
    await expectRpm(() => viewer.locator('[data-player]').textContent(), SLOWER * DESK_FAN.rpm);
    expect(await violations(viewer)).toEqual([]);
    // It continues next to the meter that they open themselves, and afterwards.
    await viewer.getByRole('button', { name: 'Fan tools' }).press('Enter');
    await viewer.keyboard.press('Enter');
    await expectRpm(() => headline(viewer), SLOWER * DESK_FAN.rpm);
    await expectRpm(() => viewer.locator('[data-player]').textContent(), SLOWER * DESK_FAN.rpm);
    await meterIn(viewer).getByRole('button', { name: 'Close fan meter' }).press('Enter');
    await viewer.waitForTimeout(3000);
    await expectRpm(() => viewer.locator('[data-player]').textContent(), SLOWER * DESK_FAN.rpm);
    await streamer.getByRole('switch', { name: 'Show the speed on the video' }).press('Space');
    await expect.poll(() => viewer.locator('[data-player]').textContent()).not.toContain('rpm');
  });

  it('adds a curve to the replay, on which a click seeks to a change of speed', async () => {
    await turnFan(streamer, 1);
    await expectRpm(() => headline(streamer), DESK_FAN.rpm);
    await expect.poll(() => meterIn(streamer).textContent()).toContain('Switching speed');
    // The time after which a speed counts as steady.
    await streamer.waitForTimeout(8000);
    await endStream(streamer, 'MeterMaid');
    await expect.poll(async () => (await broadcastOf(owner, id)).video_id).not.toBeNull();
    const { video_id, duration_s } = await broadcastOf(owner, id);
    await viewer.goto(`/channel/MeterMaid/video/${video_id}`);
    const step = viewer.getByRole('button', { name: /^Speed change at .*: 9\d\d rpm to 1,1\d\d rpm$/ });
    await step.waitFor();
    expect(await violations(viewer)).toEqual([]);
    await step.press('Enter');
    const placeS = () =>
      viewer.locator('[data-player] video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(placeS).toBeGreaterThan(8);
    expect(await placeS()).toBeLessThan(duration_s - 8);
  });
});

interface Turned {
  readonly fan: AudioBufferSourceNode;
}

const ADDRESS = '/fan.wav';

/** Loops this file as the page's microphone, from its next navigation on, in a browser with `FAKE_DEVICES`. */
async function fanMicrophone(page: Page, wav: string): Promise<void> {
  await page.route(`**${ADDRESS}`, (route) => route.fulfill({ path: wav, contentType: 'audio/wav' }));
  await page.addInitScript((address) => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const context = new AudioContext();
      const answer = await fetch(address);
      const fan = context.createBufferSource();
      fan.buffer = await context.decodeAudioData(await answer.arrayBuffer());
      fan.loop = true;
      const audible = context.createMediaStreamDestination();
      fan.connect(audible);
      fan.start();
      Object.assign(globalThis, { fan });
      const media = await getUserMedia(wanted);
      return new MediaStream([...media.getVideoTracks(), ...audible.stream.getAudioTracks()]);
    };
  }, ADDRESS);
}

/** Changes the fan's speed to this multiple of the file's. */
const turnFan = (page: Page, times: number): Promise<void> =>
  page.evaluate((times) => {
    (globalThis as unknown as Turned).fan.playbackRate.value = times;
  }, times);
