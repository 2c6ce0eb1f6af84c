import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createClip } from '#functions/clips/create-clip.service.ts';
import type { ClipsDeps } from '#functions/clips/clips.service.ts';
import { memoryBudgets } from '#test/support/api/memory/memory-budgets.ts';

const PLAYLIST = `#EXTM3U\n${[0, 1, 2, 3].map((n) => `#EXTINF:2,\n${n}.ts\n`).join('')}`;

it('an unverified user makes five clips a day, and a refused one copies nothing', async () => {
  let copied = 0;
  const video = {
    id: ulid(),
    channel_id: ulid(),
    username: 'Ada',
    kind: 'upload',
    status: 'ready',
    tags: [],
    playback_url: '/media/videos/c/v/video.m3u8',
  };
  const deps = {
    clips: {
      find: async () => null,
      ofChannel: async () => ({ total: 0, isOff: false }),
      begin: async () => true,
      finish: async () => true,
    },
    files: { read: async () => PLAYLIST, copy: async () => ((copied += 1), true), write: async () => {} },
    readVideo: async () => video,
    channels: { findVisible: async () => ({ username: 'Ben' }) },
    requireAdmission: async () => {},
    around: async () => [{ source: 'pending', channel: 'Ada', clipper: 'Ben' }],
    budgets: memoryBudgets(Date.now, async () => 'unverified'),
    clock: Date.now,
  } as unknown as ClipsDeps;
  const request = { kind: 'video', id: video.id, from_ms: 0, until_ms: 6000, title: 'Again' } as const;
  const clipperId = ulid();
  for (let times = 0; times < 5; times += 1) await createClip(deps, clipperId, request, undefined);
  const before = copied;
  expect(before).toBe(15);
  const sixth = createClip(deps, clipperId, request, undefined);
  await expect(sixth).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(copied).toBe(before);
});
