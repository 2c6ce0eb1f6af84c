import { expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { chooseNext } from '#web/features/videos/watch/choose-next.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

const GALE = { id: 'gale', username: 'GaleForce' };
const CALM = { id: 'calm', username: 'CalmAir' };

/** By the day of November on which it was published. */
const video = (owner: typeof GALE, day: number, change: Partial<Video> = {}) =>
  aVideo(owner, { id: `${owner.id}${day}`, created_at: `2026-11-${day}T10:00:00.000Z`, ...change });

const fromChannel = [video(GALE, 19), video(GALE, 18), video(GALE, 13), video(GALE, 12)];
const fromOthers = [video(CALM, 17, { category: 'Tower Fans' }), video(CALM, 16), video(CALM, 15)];
const next = (played: readonly string[] = [], lists = { fromChannel, fromOthers }) =>
  chooseNext(video(GALE, 15), lists, new Set(played))?.id;

it('is the channel’s next older video, then its newer ones, then others’ of the category, then other ones', () => {
  const order: string[] = [];
  for (let id = next(); id; id = next(order)) order.push(id);
  expect(order).toEqual(['gale13', 'gale12', 'gale19', 'gale18', 'calm16', 'calm15', 'calm17']);
});

it('is none where there is no other video', () => {
  expect(next([], { fromChannel: [], fromOthers: [] })).toBeUndefined();
});
