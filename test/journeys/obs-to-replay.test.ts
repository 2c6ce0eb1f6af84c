import { expect } from 'vitest';
import { stopStream } from '#test/support/browser/camera/broadcaster-page.ts';
import { expectAccessible, it } from '#test/support/browser/journey.ts';
import { createStream } from '#test/support/browser/streamer.ts';
import { startEncoder } from '#test/support/media/encoder.ts';

it('a streamer goes live with OBS, a viewer watches, and the stream becomes a replay', async ({
  person,
  visitor,
  expectedErrors,
}) => {
  // The document of a channel is cached for a minute and may still play the ended broadcast, whose playlist is gone.
  expectedErrors.push(/404 .*\/media\/live\/\w+\/index\.m3u8/);
  // The last playlist of a broadcast announces segments that never come.
  expectedErrors.push(/404 .*\/media\/live\/\w+\/[\w-]+\.ts/);
  const streamer = await person('ObsGale');
  const studio = await visitor(streamer);
  const { publishUrl } = await createStream(studio, 'An evening of oscillation', 'Box Fans');
  const encoder = startEncoder(publishUrl);
  await studio.getByText('Encoder connected').waitFor();
  await expectAccessible(studio);

  const viewer = await visitor(undefined, { viewport: { width: 390, height: 844 } });
  await viewer.goto('/channel/ObsGale');
  await viewer.getByRole('heading', { name: 'An evening of oscillation' }).waitFor();
  const player = viewer.locator('[data-player]');
  const place = () => viewer.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(() => player.getAttribute('data-state')).toBe('playing');
  const before = await place();
  // A broadcast shorter than 5 s has no replay.
  await expect.poll(place).toBeGreaterThan(before + 6);

  await stopStream(studio);
  // The server hangs up on an encoder that still sends.
  await encoder.exit;
  await viewer.getByText('The stream has ended').first().waitFor({ timeout: 40_000 });
  await expect
    .poll(async () => ((await streamer.call('GET', `/videos?channel=${streamer.id}`)) as object[]).length)
    .toBe(1);
  await viewer.reload();
  await viewer
    .getByRole('link', { name: /An evening of oscillation/ })
    .first()
    .click();
  await viewer.waitForURL('**/video/**');
  await expect.poll(() => player.getAttribute('data-state')).toMatch(/playing|ready|ended/);
});
