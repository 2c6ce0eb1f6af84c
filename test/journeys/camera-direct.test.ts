import { expect } from 'vitest';
import { endStream, goLive, untilDirectIsProven } from '#test/support/browser/camera/broadcaster-page.ts';
import { limitCamera, untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { expectAccessible, it as base } from '#test/support/browser/journey.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';

const it = base.extend({ browserArgs: [[...SLOW_FAKE_DEVICES], { injected: false }] });

it('a streamer goes live from the camera, gets a receipt, and the replay plays', async ({
  person,
  visitor,
}) => {
  const streamer = await person('CameraGale');
  const page = await visitor(streamer);
  await limitCamera(page.context(), STILL_PICTURE);
  await goLive(page, 'Straight from the blades', untilDirectIsProven);
  await expectAccessible(page);

  const viewer = await visitor();
  await viewer.goto('/channel/CameraGale');
  const player = viewer.locator('[data-player]');
  await expect.poll(() => player.getAttribute('data-state')).toBe('playing');
  await viewer.getByText('Straight from the blades').first().waitFor();

  await untilUploaded(page, 7);
  await endStream(page, 'CameraGale');
  const receipt = page.getByRole('region', { name: 'Your broadcast' });
  await expect.poll(() => receipt.innerText()).toMatch(/ saved, nothing lost/);
  await receipt.getByRole('link', { name: 'Watch the replay' }).click();
  await page.waitForURL('**/video/**');
  await expect.poll(() => page.locator('[data-player]').getAttribute('data-state')).toMatch(/playing|ended/);
});
