/** @module-tag slow */
import { expect } from 'vitest';
import { endStream, goLive, presetWay } from '#test/support/browser/camera/broadcaster-page.ts';
import { limitCamera, untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { expectAccessible, it as base } from '#test/support/browser/journey.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';

const it = base.extend({ browserArgs: [[...SLOW_FAKE_DEVICES], { injected: false }] });

it('a streamer goes live from a camera that the site transcodes, and a waiting viewer watches', async ({
  person,
  visitor,
}) => {
  const streamer = await person('WebmGale');
  const viewer = await visitor();
  await viewer.goto('/channel/WebmGale');
  await viewer.getByText('Channel Offline').waitFor();

  const page = await visitor(streamer);
  await limitCamera(page.context(), STILL_PICTURE);
  await presetWay(page, 'compatible');
  await goLive(page, 'Blades by way of WebM');
  await untilUploaded(page, 2);
  await expectAccessible(page);

  // The page was open before. It receives an event, and polls nothing.
  await viewer.getByRole('heading', { name: 'Blades by way of WebM' }).waitFor();
  const player = viewer.locator('[data-player]');
  await expect.poll(() => player.getAttribute('data-state')).toBe('playing');

  await endStream(page, 'WebmGale');
  const receipt = page.getByRole('region', { name: 'Your broadcast' });
  await expect.poll(() => receipt.innerText()).toMatch(/ saved, nothing lost/);
  await viewer.getByText('The stream has ended').waitFor();
});
