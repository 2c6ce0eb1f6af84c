/** The wall of up to four players, and its mixer. */
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { aChannel, openScreen, press } from '#test/support/browser/screen.tsx';

const CHANNELS = [
  aChannel({ username: 'GaleForce' }),
  aChannel({ username: 'Zephyr', display_name: 'Zephyr' }),
];
const player = (name: string) =>
  within(screen.getByRole('list', { name: 'Wall' }))
    .getByRole('listitem', { name })
    .querySelector('video')!;

async function openWall() {
  const live = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel.username,
      { ...channel, ingest: 'receiving', video_url: `https://live.example/${channel.username}.m3u8` },
    ]),
  );
  return openScreen('/wall?of=GaleForce,Zephyr', {
    answers: { 'GET /streamers/{username}': ({ params }) => live[params['username'] ?? ''] as never },
  });
}

it('a player keeps its volume when it is enlarged', async () => {
  const page = await openWall();
  const enlarge = await screen.findByRole('button', { name: 'Enlarge Gale Force' });
  player('Gale Force').volume = 0.2;
  await page.user.click(enlarge);
  await expect.poll(() => screen.queryByRole('button', { name: 'Enlarge Gale Force' })).toBeNull();
  expect(player('Gale Force').volume).toBe(0.2);
});

it('all players are unmuted by one button, and muted again', async () => {
  const page = await openWall();
  await press(page, 'Unmute all');
  await screen.findByRole('button', { name: 'Mute Gale Force' });
  expect(screen.queryByRole('button', { name: /^Unmute / })).toBeNull();
  await press(page, 'Mute all');
  await screen.findByRole('button', { name: 'Unmute all' });
});

it('an empty wall offers live channels', async () => {
  const page = await openScreen('/wall', { answers: { 'GET /streamers': CHANNELS } });
  const list = await screen.findByRole('list', { name: 'Live now' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await page.user.click(within(list).getByRole('button', { name: 'Add Zephyr' }));
  await screen.findByRole('list', { name: 'Wall' });
});
