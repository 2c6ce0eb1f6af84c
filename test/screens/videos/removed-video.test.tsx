/** What the owner of a removed video sees on its page. */
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { FAN, openScreen } from '#test/support/browser/screen.tsx';

const played: Partial<Video> = { status: 'ready', playback_url: '/media/videos/x/video.m3u8', duration_s: 9 };

async function openVideo(change: Partial<Video>): Promise<void> {
  const video = aVideo(FAN, { ...played, title: 'My last fan', ...change });
  await openScreen(`/channel/${FAN.username}/video/${video.id}`, {
    as: FAN,
    answers: {
      'GET /videos/{id}': video,
      'GET /reports/removals/{id}': [
        { kind: 'video', reason: 'spam', words: 'No shops.', at: '2026-11-20T10:00:00.000Z' },
      ],
    },
  });
  await screen.findByRole('heading', { name: 'My last fan' });
}

it('the reason, and no player, because the CDN denies the files', async () => {
  await openVideo({ is_removed: true });
  await screen.findByText('No shops.');
  expect(document.querySelector('video')).toBeNull();
});

it('the player while it is not removed', async () => {
  await openVideo({});
  expect(document.querySelector('video')).not.toBeNull();
});
