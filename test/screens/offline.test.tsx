/** A device without a network: one notice, which is true. */
import { screen } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionNotice, PlayerNotice } from '#web/features/player/live/player-notice.tsx';
import type { LiveState } from '#web/features/player/live/player.machine.ts';
import { VideoNotice } from '#web/features/player/video/video-overlays.tsx';
import { initialVideo } from '#web/features/player/video/video.machine.ts';
import { outage } from '#test/support/browser/fake-api.ts';
import { openScreen } from '#test/support/browser/screen.tsx';

const OFFLINE = "You're offline";
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

function render(content: React.ReactNode): void {
  setOnline(false);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(content);
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    vi.restoreAllMocks();
  });
}

it('a page whose lists all fail says once that the device is offline, until it is not', async () => {
  const down = outage();
  const answers = {
    'GET /streamers': down,
    'GET /categories': down,
    'GET /videos': down,
    'GET /videos/latest': down,
  };
  await openScreen('/', { answers });
  setOnline(false);
  window.dispatchEvent(new Event('offline'));
  await screen.findByText(OFFLINE);
  expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(1);
  expect(screen.getAllByText(OFFLINE)).toHaveLength(1);
  setOnline(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => screen.queryByText(OFFLINE)).toBeNull();
});

it.each([
  ['reconnecting', OFFLINE],
  ['gone', "This video can't be played"],
  ['unsupported', "Your browser can't play the video"],
] as const)('a video that is %s says what is the case', async (name, words) => {
  render(<VideoNotice state={{ ...initialVideo, name }} />);
  await screen.findByText(words);
  expect(screen.queryAllByText(OFFLINE)).toHaveLength(words === OFFLINE ? 1 : 0);
});

it.each(['dry', 'stalled', 'playing'] as const)(
  'a live player that is %s keeps its last picture, with one banner',
  async (name) => {
    const state: LiveState = {
      name,
      url: '/media/live/x/index.m3u8',
      nextUrl: '/media/live/x/index.m3u8',
      ingest: 'receiving',
      isCamera: true,
      session: 1,
      stalls: 1,
      segmentS: 1,
      afterwards: null,
      mustChange: false,
      leftOver: null,
      isSlow: false,
      soundUrl: null,
      isSoundAlone: false,
    };
    render(
      <>
        <ConnectionNotice state={state} steering={null} onSoundAlone={() => {}} />
        <PlayerNotice state={state} onSoundAlone={() => {}} />
      </>,
    );
    await screen.findByText(OFFLINE);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([OFFLINE, '']);
  },
);
