/** A process may die right after a change: the picture that it replaced is deleted nevertheless. */
import { expect, it, vi } from 'vitest';
import type { ProfileUpdate } from '#shared/channels/channels.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { newChannel } from '#functions/channels/channel.item.ts';
import { detailsRepository } from '#functions/channels/table/details.repository.ts';
import { updateProfile } from '#functions/channels/channels.service.ts';
import { pictureDiscard } from '#functions/videos/discard.service.ts';
import { workWrite } from '#functions/videos/table/work.repository.ts';
import { updateVideo } from '#functions/videos/videos.service.ts';
import type { Work } from '#functions/videos/work.ts';
import { deleteFan, saveFan, type FansDeps } from '#functions/fans/fans.service.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';

const OLD = '/media/pictures/01ADA/01OLD.jpg';
const NEW = '/media/pictures/01ADA/01NEW.jpg';
const dies = () => Promise.reject(new Error('The process is dead'));

it('of a profile', async () => {
  const channel = { ...newChannel('01ADA', 'ada'), avatar: OLD, thumbnail_url: OLD };
  const transactions: Write[][] = [];
  const send = async ({ input }: { readonly input: { readonly TransactItems?: Write[] } }) => {
    if (input.TransactItems) transactions.push(input.TransactItems);
    return { Item: channel };
  };
  const table = { client: { send }, TableName: 'table', onChannelChange: null } as unknown as Table;
  const discard = (channelId: string, url: string) => [workWrite(table, pictureDiscard(channelId, url, 0))];
  const details = detailsRepository(table, discard);
  const change = async (update: ProfileUpdate) => {
    transactions.length = 0;
    await updateProfile({ details }, '01ADA', update);
    return JSON.stringify(transactions.flat().map(({ Put }) => Put?.Item?.['work'] ?? ''));
  };
  // One transaction has both, so that there is no moment in which only one is there.
  expect(await change({ avatar: NEW, thumbnail_url: NEW })).toContain(OLD);
  expect(transactions).toHaveLength(1);
  expect(await change({ avatar: NEW })).not.toContain(OLD);
  expect(await change({ description: 'Fans' })).not.toContain(OLD);
});

it('of a video', async () => {
  const put = vi.fn<(work: Work) => Promise<void>>(async () => {});
  const video = { id: '01V', channel_id: '01ADA', thumbnail_url: OLD, visibility: 'public', state: 'ready' };
  const videos = { find: async () => video, update: dies };
  const deps = { videos, works: { put }, clock: Date.now } as unknown as Parameters<typeof updateVideo>[0];
  await expect(updateVideo(deps, '01ADA', { id: '01V', thumbnail_url: NEW })).rejects.toThrow('dead');
  expect(put.mock.calls[0]?.[0]).toMatchObject({ ownPicture: OLD });
});

it('of a fan that is changed or deleted', async () => {
  const discardPicture = vi.fn(async () => {});
  const fan = {
    ...aFanBody({ picture_urls: [OLD] }),
    id: '01F',
    channel_id: '01ADA',
    added_at: '2026-11-29T12:00:00Z',
    version: 1,
  };
  const fans = { find: async () => fan, save: dies, remove: dies };
  const deps = { fans, discardPicture, clock: Date.now } as unknown as FansDeps;
  const body = aFanBody();
  await expect(saveFan(deps, '01ADA', '01F', body)).rejects.toThrow('dead');
  expect(discardPicture).toHaveBeenCalledWith('01ADA', OLD);
  discardPicture.mockClear();
  await expect(deleteFan(deps, '01ADA', '01F')).rejects.toThrow('dead');
  expect(discardPicture).toHaveBeenCalledWith('01ADA', OLD);
});
