/** The tools of a page in the control bar of its player. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, onTestFinished } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { Stage } from '#web/lib/player-stage.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { ChannelTools, VideoTools } from '#web/pages/watch/player-tools.tsx';
import { aChannel } from '#test/support/browser/screen.tsx';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

function show(tools: (stage: Stage) => React.ReactNode): void {
  const bar = document.body.appendChild(document.createElement('div'));
  const stage = { bar, video: null, frame: null, below: null, steering: null, setSoundAlone: null };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{tools(stage)}</MemoryRouter>
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
}

const showChannel = (channel: Partial<Channel>) =>
  show((stage) => <ChannelTools stage={stage} channel={aChannel(channel)} onRewound={() => {}} />);

it.each(['public', 'unlisted'] as const)('a %s video has a button that makes a clip', async (visibility) => {
  show((stage) => <VideoTools stage={stage} video={aVideo(aChannel(), { visibility })} />);
  expect(await screen.findByRole('button', { name: 'Make a clip' })).toBeTruthy();
});

it('a private video has none, since it cannot be clipped', async () => {
  show((stage) => <VideoTools stage={stage} video={aVideo(aChannel(), { visibility: 'private' })} />);
  await screen.findByRole('button', { name: 'Fan tools' });
  expect(screen.queryByRole('button', { name: 'Make a clip' })).toBeNull();
});

it('a live stream has it while its recording can be clipped', async () => {
  showChannel({ video_url: '/media/live/x/index.m3u8', recording_url: '/media/live/x/recording.json' });
  expect(await screen.findByRole('button', { name: 'Make a clip' })).toBeTruthy();
});

it('a live stream without a recording has an item that says so', async () => {
  showChannel({ video_url: '/media/live/x/index.m3u8' });
  await screen.findByRole('button', { name: 'Fan tools' });
  expect(screen.queryByRole('button', { name: 'Make a clip' })).toBeNull();
});
