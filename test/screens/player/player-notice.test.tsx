/** What a live player says in place of its picture. */
import { screen } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveState } from '#web/features/player/live/player.machine.ts';
import { ConnectionNotice, PlayerNotice } from '#web/features/player/live/player-notice.tsx';

const SLOW: LiveState = {
  name: 'reconnecting',
  url: '/media/live/x/index.m3u8',
  nextUrl: '/media/live/x/index.m3u8',
  ingest: 'receiving',
  isCamera: false,
  session: 1,
  stalls: 1,
  segmentS: 1,
  afterwards: null,
  mustChange: false,
  leftOver: null,
  isSlow: true,
  soundUrl: null,
  isSoundAlone: false,
};

let root: Root;
function render(content: ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(content);
}
function show(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  render(
    <>
      <ConnectionNotice state={SLOW} steering={null} onSoundAlone={() => {}} />
      <PlayerNotice state={SLOW} onSoundAlone={() => {}} />
    </>,
  );
}
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it('a viewer on a slow connection reads that it is too slow', async () => {
  show(true);
  expect(await screen.findAllByText('Your connection is too slow for this video')).toHaveLength(2);
});

it('a viewer without a network reads that they are offline, and not that it is slow', async () => {
  show(false);
  expect(await screen.findAllByText("You're offline")).toHaveLength(2);
  expect(screen.queryByText(/too slow/)).toBeNull();
});

it.each([
  ['offline', null, 'Channel Offline'],
  ['interrupted', 'interrupted', 'Waiting for the video'],
  ['ended', 'ended', 'The stream has ended'],
] as const)('a viewer of a channel that is %s reads why', async (_, after, words) => {
  render(
    <PlayerNotice
      state={{ name: 'offline' }}
      after={after}
      onSoundAlone={() => {}}
      whileOffline={<p>Other videos</p>}
    />,
  );
  await screen.findByText(words);
  expect(screen.queryByText('Other videos') !== null).toBe(after !== 'interrupted');
});
