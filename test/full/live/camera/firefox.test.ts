/** Firefox: a broadcast watched in it, and a broadcast sent from it. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import {
  goLiveDirect,
  segmentsOfSmall,
  type DirectClient,
} from '#test/support/api/broadcast/direct-client.ts';
import { broadcastOf, videosOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { type PlaylistLog, watchPlaylist } from '#test/support/browser/camera/camera-broadcast.ts';
import { countInPlaceOfCamera } from '#test/support/browser/counting-canvas.ts';
import {
  type FirefoxVisitor,
  press,
  waitForText,
  useFirefox,
  whenEnabled,
} from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { seenFrames, watchFrames } from '#test/support/media/counter-picture.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import type { Person } from '#test/support/site/people.ts';

const LENGTH_S = 120;
const PATIENCE = { timeout: 60_000, interval: 200 };
/** Frequency of the sent tone, and of Firefox's own microphone. */
const [SENT_HZ, MICROPHONE_HZ] = [440, 1000];
const SAMPLES_PER_S = 48_000;
/** Text of a receipt. */
const NOTHING_LOST = / saved, nothing lost/;

const world = useWorld();
const visit = useFirefox(world);

/** Returns the state of a viewer's player. */
const playerOf = (page: Page) =>
  page.$eval('[data-player]', (player) => {
    const video = player.querySelector('video')!;
    return {
      state: player.getAttribute('data-state'),
      timeS: video.currentTime,
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  });

/** Expects that the video plays and continues. */
async function expectPicture(page: Page): Promise<void> {
  await expect.poll(() => playerOf(page).catch(() => null), PATIENCE).toMatchObject({ state: 'playing' });
  const before = await playerOf(page);
  await expect.poll(async () => (await playerOf(page)).timeS, PATIENCE).toBeGreaterThan(before.timeS + 2);
  const after = await playerOf(page);
  expect(after.state).toBe('playing');
  expect(after.pictures - before.pictures).toBeGreaterThan(10);
}

/** Returns the strongest frequency that the player outputs in Hz; 0 in silence. */
const audibleHz = (page: Page): Promise<number> =>
  page.$eval('[data-player] video', async (video) => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    const { mozCaptureStream } = video as HTMLVideoElement & { mozCaptureStream(): MediaStream };
    context.createMediaStreamSource(mozCaptureStream.call(video)).connect(analyser);
    const loudness = new Float32Array(analyser.frequencyBinCount);
    const startedMs = performance.now();
    let strongest = 0;
    while (strongest === 0 && performance.now() - startedMs < 5000) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      analyser.getFloatFrequencyData(loudness);
      const most = Math.max(...loudness);
      if (most > -60) strongest = loudness.indexOf(most);
    }
    await context.close();
    return (strongest * context.sampleRate) / analyser.fftSize;
  });

/** Expects sound after unmuting, because live streams start muted. */
async function expectSound(page: Page, hz: number): Promise<void> {
  await press(page, 'Turn sound on');
  await expect.poll(() => audibleHz(page), PATIENCE).toBeCloseTo(hz, -2);
}

/** Returns the frequency of a tone from the usual time between two rising zero crossings: missing sound is silence. */
function hzOf(samples: Float32Array): number {
  const rises = [...samples.keys()].filter((at) => samples[at]! >= 0 && samples[at - 1]! < 0);
  const periods = rises.slice(1).map((at, index) => at - rises[index]!);
  return SAMPLES_PER_S / periods.toSorted((a, b) => a - b)[periods.length >> 1]!;
}

describe('Firefox', () => {
  describe('as a viewer', () => {
    let client: DirectClient;
    beforeAll(async () => {
      const person = await world.person('Zephyrine');
      const segments = await segmentsOfSmall(LENGTH_S);
      client = await goLiveDirect({ url: () => world.site.url, person, segments });
    });
    afterAll(() => client?.end());

    it('plays a live broadcast with sound', async () => {
      const { page, complaints } = await visit();
      await page.goto(`${world.site.url}/channel/Zephyrine`);
      await expectPicture(page);
      await expectSound(page, SENT_HZ);
      expect(complaints).toEqual([]);
      await page.goto('about:blank');
    });
  });

  describe('as a streamer', () => {
    let person: Person;
    let streamer: FirefoxVisitor;
    let streamId: string;
    let playlist: PlaylistLog;
    const page = () => streamer.page;
    beforeAll(async () => {
      person = await world.person('FoxyFaye');
      streamer = await visit(person);
      await countInPlaceOfCamera((run, shape) => page().evaluateOnNewDocument(run, shape), CAMERA);
    });
    afterAll(() => playlist?.stop());

    /** Returns whether its encoder is fast enough. Each call checks again, because a busy machine may fail at first. */
    async function proof(): Promise<string | null> {
      await page().reload();
      await press(page(), 'Start Camera');
      await waitForText(page(), 'Camera Ready');
      const answer = await page().locator('[data-direct=proven], [data-direct=missing]').waitHandle();
      return answer.evaluate((field) => field.getAttribute('data-direct'));
    }

    it('goes live as direct, after its encoder was tested', async () => {
      await page().goto(`${world.site.url}/go-live`);
      await expect.poll(proof, { ...PATIENCE, timeout: 100_000 }).toBe('proven');
      expect(await page().$eval('input[aria-label=Direct]', ({ checked }) => checked)).toBe(true);
      await (
        await whenEnabled(page(), '::-p-xpath(//label[.="Title"]/following::input[1])')
      ).fill('Fox fans');
      await (
        await whenEnabled(page(), '::-p-xpath(//label[.="Category"]/following::select[1])')
      ).fill('Box Fans');
      await press(page(), 'Go LIVE');
      await waitForText(page(), 'You are now LIVE!');
      await waitForText(page(), 'Sending 360p, ');
    });

    it('plays for viewers with each frame in order, from a valid playlist', async () => {
      const channel = async () =>
        (await (await fetch(`${world.site.url}/api/streamers/FoxyFaye`)).json()) as Channel;
      const { video_url: url } = await channel();
      streamId = /browser-stream\/([^/]+)/.exec(url)?.[1] ?? '';
      playlist = watchPlaylist(`${world.site.url}/api/browser-stream/${streamId}/live/main.m3u8`);
      const viewer = await world.visitor();
      await viewer.page.goto('/channel/FoxyFaye');
      await viewer.page.locator('[data-player][data-state=playing]').waitFor();
      await watchFrames(viewer.page, CAMERA.cellPx);
      const counters = async () => (await seenFrames(viewer.page)).map(({ counter }) => counter);
      await expect.poll(async () => new Set(await counters()).size, PATIENCE).toBeGreaterThan(60);
      const seen = await counters();
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(viewer.complaints).toEqual([]);
      await viewer.page.context().close();
    });

    it('ends with a complete receipt and a replay of picture and sound', async () => {
      await press(page(), 'End Stream');
      // A dialog asks if there are viewers.
      void whenEnabled(page(), '[role=dialog] ::-p-aria([name="End Stream"][role="button"])')
        .then((button) => button.click())
        .catch(() => {});
      const receipt = () =>
        page().$eval('[aria-label="Your broadcast"]', (card) => (card as HTMLElement).innerText);
      await expect.poll(() => receipt().catch(() => ''), PATIENCE).toMatch(NOTHING_LOST);
      expect((await broadcastOf(person, streamId)).chunks.lost).toBe(0);
      playlist.stop();
      expect(playlist.faults).toEqual([]);
      const [replay] = await videosOf(person);
      expect(replay).toMatchObject({ kind: 'replay', status: 'ready' });
      const url = world.site.url + replay?.playback_url;
      const counters = await countersOf(url);
      expect(counters).toEqual(counters.toSorted((a, b) => a - b));
      expect(new Set(counters).size).toBeGreaterThan(60);
      expect(hzOf(await samplesOf(url))).toBeCloseTo(MICROPHONE_HZ, -2);
      expect(streamer.complaints).toEqual([]);
    });
  });
});
