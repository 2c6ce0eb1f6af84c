/** A process may die right after a change: the picture that it replaced is deleted nevertheless. */
import { expect, it, vi } from 'vitest';
import { updateProfile, type ProfileDeps } from '../../../functions/streamers/streamers.service.ts';
import { updateVideo } from '../../../functions/videos/videos.service.ts';
import type { Work } from '../../../functions/videos/work.ts';

const OLD = '/media/pictures/01ADA/01OLD.jpg';
const NEW = '/media/pictures/01ADA/01NEW.jpg';
const dies = () => Promise.reject(new Error('The process is dead'));

it('of a profile', async () => {
  const discardPicture = vi.fn(async () => {});
  const details = { replacedBy: async () => [OLD], change: dies } as unknown as ProfileDeps['details'];
  await expect(updateProfile({ details, discardPicture }, '01ADA', { avatar: NEW })).rejects.toThrow('dead');
  expect(discardPicture).toHaveBeenCalledWith('01ADA', OLD);
});

it('of a video', async () => {
  const put = vi.fn<(work: Work) => Promise<void>>(async () => {});
  const video = { id: '01V', channel_id: '01ADA', thumbnail_url: OLD, visibility: 'public', state: 'ready' };
  const videos = { find: async () => video, update: dies };
  const deps = { videos, works: { put }, clock: Date.now } as unknown as Parameters<typeof updateVideo>[0];
  await expect(updateVideo(deps, '01ADA', { id: '01V', thumbnail_url: NEW })).rejects.toThrow('dead');
  expect(put.mock.calls[0]?.[0]).toMatchObject({ ownPicture: OLD });
});
