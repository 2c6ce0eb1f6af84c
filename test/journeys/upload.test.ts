import { statSync } from 'node:fs';
import { expect } from 'vitest';
import { UPLOAD_PART_BYTES } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, fillIn, it } from '#test/support/browser/journey.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';
import { untilReady } from '#test/support/site/video-uploads.ts';

/** Lossless noise: small in pixels, and still more than one part of an upload. */
const FILM = '-f lavfi -i testsrc2=s=320x180:r=30,noise=alls=100:allf=t -f lavfi -i sine -t 6'.split(' ');
const CODECS = '-c:v libx264 -preset ultrafast -crf 0 -pix_fmt yuv420p -c:a aac'.split(' ');

it('a user uploads a video in parts, publishes it, and a viewer plays it', async ({ person, visitor }) => {
  const film = await cachedMedia(ffmpeg, [...FILM, ...CODECS], '.mp4');
  expect(statSync(film).size).toBeGreaterThan(UPLOAD_PART_BYTES);
  const owner = await person('UploadGale');
  const page = await visitor(owner);
  let parts = 0;
  page.on('requestfinished', (request) => (parts += request.method() === 'PUT' ? 1 : 0));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(film);
  await button(page, 'Upload Video').click();
  await expectToast(page, 'Upload successful!');
  expect(parts).toBeGreaterThan(1);
  await fillIn(page, { Title: 'Blades in slow motion' });
  await page.getByLabel('Category').selectOption('Box Fans');
  await expectAccessible(page);
  await button(page, 'Publish to Channel').click();
  await expectToast(page, 'Video published!');

  const [video] = (await owner.call('GET', `/videos?channel=${owner.id}`)) as [Video];
  await untilReady(owner, video);
  const viewer = await visitor();
  await viewer.goto('/channel/UploadGale');
  await viewer
    .getByRole('link', { name: /Blades in slow motion/ })
    .first()
    .click();
  await viewer.waitForURL('**/video/**');
  const player = viewer.locator('[data-player]');
  await expect.poll(() => player.getAttribute('data-state'), { timeout: 40_000 }).toBe('ended');
  const durationS = await viewer.locator('video').evaluate((video: HTMLVideoElement) => video.duration);
  expect(durationS).toBeCloseTo(6, 0);
});
