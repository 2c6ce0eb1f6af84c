/** @module-tag slow */
import { expect } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { expectAccessible, it } from '#test/support/browser/journey.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg, H264 } from '#test/support/media/transcoder-media.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const FILM = '-f lavfi -i testsrc2=s=320x180:r=30 -f lavfi -i sine -t 12'.split(' ');

it('a viewer makes a clip of a video, and everyone can watch it', async ({ site, person, visitor }) => {
  const owner = await person('ClippedGale');
  const film = await cachedMedia(ffmpeg, [...FILM, ...H264], '.mp4');
  const video = await published(site, owner, film, 'The walnut blades');
  await untilReady(owner, video);

  const page = await visitor(await person('ClippingFan'));
  await page.goto(`/channel/ClippedGale/video/${video.id}`);
  const player = page.locator('[data-player]');
  await expect.poll(() => player.getAttribute('data-state')).toMatch(/playing|ended/);
  await player.hover();
  await page.getByRole('button', { name: 'Make a clip' }).click();
  const panel = page.getByRole('region', { name: 'Make a clip' });
  await panel.getByLabel('Title').fill('The best turn');
  await expectAccessible(page);
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/clips') && response.request().method() === 'POST',
  );
  await panel.getByRole('button', { name: 'Make clip' }).click();
  const clip = (await (await answer).json()) as Clip;
  expect(clip).toMatchObject({ title: 'The best turn', clipper: 'ClippingFan' });

  const stranger = await visitor();
  await stranger.goto(`/clip/${clip.id}`);
  await stranger.getByRole('heading', { level: 1, name: 'The best turn' }).waitFor();
  const visible = stranger.locator('[data-player]');
  await expect.poll(() => visible.getAttribute('data-state')).toMatch(/playing|paused/);
  const place = await stranger.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime);
  expect(place).toBeGreaterThanOrEqual(clip.start_s - 0.1);
});
