import { expect } from 'vitest';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, it, openNews, pathOf } from '#test/support/browser/journey.ts';
import { startEncoder } from '#test/support/media/encoder.ts';
import { createStream } from '#test/support/browser/streamer.ts';

// spec: 2.21, 2.30
it('a user follows a channel and is notified when it goes live', async ({ person, visitor }) => {
  const streamer = await person('GaleForce');
  const fan = await visitor(await person('FanOfGale'));
  await fan.goto('/channel/GaleForce');
  await button(fan, 'Follow').click();
  await expectToast(fan, 'Followed!');
  await button(fan, 'Notify me when GaleForce goes live').click();
  await expectToast(fan, 'Notifications on');
  await fan.reload();
  await button(fan, 'Following').waitFor();
  await fan.goto('/following');
  await fan.getByRole('heading', { name: 'Offline Channels (1)' }).waitFor();
  await expectAccessible(fan);

  const { publishUrl } = await createStream(await visitor(streamer), 'Evening breeze', 'Ceiling Fans');
  const encoder = startEncoder(publishUrl);
  await fan.getByRole('heading', { name: 'Live Channels (1)' }).waitFor({ timeout: 40_000 });
  await openNews(fan);
  await fan.getByRole('menuitem', { name: /GaleForce went live/ }).click();
  await expect.poll(() => pathOf(fan)).toBe('/channel/GaleForce');
  await fan.getByRole('heading', { name: 'Evening breeze' }).waitFor();
  await encoder.stop();
});
