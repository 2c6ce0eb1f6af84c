/** A looping clip: its sound is recorded from the page and measured. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { expectWhole } from '#test/support/browser/accessibility.ts';
import { recordSound, loudnessOf, tapSound } from '#test/support/browser/page-sound.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { FAN_INPUTS } from '#test/support/media/sound/fan-inputs.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { steadinessOf } from '#test/support/media/sound/steadiness.ts';
import { ffmpeg, H264 } from '#test/support/media/transcoder-media.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const FILM_S = 20;
/** The clipped part of the film; it plays at least twice below. */
const PART = { from_ms: 3000, until_ms: 11_000 };

const DESK = { width: 1440, height: 900 };

const world = useWorld();

it('a clip loops without a seam', async () => {
  const owner = await world.person('Walnut');
  const film = await cachedMedia(ffmpeg, [...FAN_INPUTS, '-t', `${FILM_S}`, ...H264], '.mp4');
  const video = await published(world.site, owner, film, 'The walnut blades');
  await untilReady(owner, video);
  const wanted = { kind: 'video', id: video.id, ...PART, title: 'Again and again' };
  const { id } = (await owner.call('POST', '/clips', wanted)) as Clip;

  const { page } = await world.visitor(undefined, { viewport: DESK });
  await tapSound(page);
  await page.goto(`/clip/${id}`);
  await page.getByRole('button', { name: 'Loop' }).click();
  await expect.poll(() => loudnessOf(page)).toBeGreaterThan(0.05);
  await recordSound(page);
  await pause(18_000);
  const { samples, sampleRate } = await recordSound(page);
  expect(samples.length / sampleRate).toBeGreaterThan(16);
  const { silentMs, stepDb } = steadinessOf(samples, sampleRate);
  expect(silentMs).toBeLessThanOrEqual(5);
  expect(stepDb).toBeLessThan(1);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => loudnessOf(page)).toBe(0);
  await expectWhole(page);
  await page.getByRole('button', { name: 'Loop' }).click();
  await page.locator('[data-player] video').waitFor();
});
