/** Firefox: what one sees and hears of a broadcast there. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goLiveDirect, type DirectClient } from '../../support/broadcast/direct-client.ts';
import { madeSegments } from '../../support/broadcast/direct-segments.ts';
import { hasFirefox, press, useFirefox } from '../../support/browser/firefox.ts';
import { useWorld } from '../../support/browser/world.ts';

const LENGTH_S = 120;
const PATIENCE = { timeout: 60_000, interval: 200 };
/** Of the tone that is sent. */
const SENT_HZ = 440;

const world = useWorld();
const visit = useFirefox(world);

/** What a viewer's player does. */
const playerOf = (page: Page) =>
  page.$eval('[data-player]', (player) => {
    const video = player.querySelector('video')!;
    return {
      state: player.getAttribute('data-state'),
      timeS: video.currentTime,
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  });

/** That the picture moves, and goes on. */
async function expectPicture(page: Page): Promise<void> {
  await expect.poll(() => playerOf(page).catch(() => null), PATIENCE).toMatchObject({ state: 'playing' });
  const before = await playerOf(page);
  await expect.poll(async () => (await playerOf(page)).timeS, PATIENCE).toBeGreaterThan(before.timeS + 2);
  const after = await playerOf(page);
  expect(after.state).toBe('playing');
  expect(after.pictures - before.pictures).toBeGreaterThan(10);
}

/** The strongest tone in what the player lets one hear, in Hz; 0 in silence. */
const heardHz = (page: Page): Promise<number> =>
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

/** That there is sound once one has asked for it: live begins muted. */
async function expectSound(page: Page, hz: number): Promise<void> {
  await press(page, 'Turn sound on');
  await expect.poll(() => heardHz(page), PATIENCE).toBeCloseTo(hz, -2);
}

describe.skipIf(!hasFirefox)(
  `Firefox${hasFirefox ? '' : ' (there is none: FIREFOX_PATH may name one)'}`,
  () => {
    describe('shows a viewer', () => {
      let client: DirectClient;
      beforeAll(async () => {
        const person = await world.person('Zephyrine');
        const segments = madeSegments({ seconds: LENGTH_S });
        client = await goLiveDirect({ url: () => world.site.url, person, segments });
      });
      afterAll(() => client?.end());

      it('a live broadcast, with its sound', async () => {
        const { page, complaints } = await visit();
        await page.goto(`${world.site.url}/channel/Zephyrine`);
        await expectPicture(page);
        await expectSound(page, SENT_HZ);
        expect(complaints).toEqual([]);
        await page.goto('about:blank');
      });
    });
  },
);
