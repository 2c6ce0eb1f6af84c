import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createClip } from '../../../functions/clips/create-clip.service.ts';
import type { ClipsDeps } from '../../../functions/clips/clips.service.ts';
import { dayBudgets } from '../../../functions/limits/budgets.ts';
import { stageLimits } from '../../../functions/limits/stage-limits.ts';

const PLAYLIST = `#EXTM3U\n${[0, 1, 2, 3].map((n) => `#EXTINF:2,\n${n}.ts\n`).join('')}`;

it('an unverified user makes five clips a day, and a refused one copies nothing', async () => {
  let used = 0;
  let copied = 0;
  const unused = async (): Promise<never> => {
    throw new Error('not asked');
  };
  const spending = {
    ofPerson: async () => used,
    ofSite: unused,
    raise: async (
      ...[, , , judge]: [unknown, unknown, unknown, (more: number, used: number) => Promise<void>]
    ) => {
      await judge(1, used);
      used += 1;
    },
  };
  const site = {
    videos: 0,
    uploads: 0,
    files: 0,
    camera: 0,
    compatible: 0,
    software: 0,
    clips: 0,
    replays: 0,
  };
  const budgets = dayBudgets({
    limits: stageLimits('cloud'),
    spending: { ...spending, ofSite: async () => site },
    tierOf: async () => 'unverified',
    clock: Date.now,
  });
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
    around: async () => [{ source: 'awaited', channel: 'Ada', clipper: 'Ben' }],
    budgets,
    clock: Date.now,
  } as unknown as ClipsDeps;
  const request = { kind: 'video', id: video.id, from_ms: 0, until_ms: 6000, title: 'Again' } as const;
  for (let times = 0; times < 5; times += 1) await createClip(deps, ulid(), request, undefined);
  const before = copied;
  expect(before).toBe(15);
  const sixth = createClip(deps, ulid(), request, undefined);
  await expect(sixth).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(copied).toBe(before);
});
