import type { Video } from '#shared/videos/videos.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { readPage } from '#functions/aws/table/cursor.ts';
import { toVideo, videoKey, videoIndexes, type VideoItem, type VideoList } from './video.item.ts';

interface ChannelList extends PageRequest {
  readonly channelId: string;
  readonly list: 'all' | 'listed';
}

export type VideoLists = ReturnType<typeof videoLists>;

/** Lists of videos, newest first. The cost of a page does not depend on the number of videos. */
export const videoLists = (table: Table) => ({
  list: ({ channelId, list, ...part }: ChannelList) => listPage(table, videoIndexes[list](channelId), part),
  /** Public videos of all channels. */
  listPublic: (part: PageRequest) => listPage(table, videoIndexes.public(), part),
  listCategory: (categoryId: string, part: PageRequest) =>
    listPage(table, videoIndexes.category(categoryId), part),
});

async function listPage(
  table: Table,
  { countKey, count, ...list }: VideoList,
  part: PageRequest,
): Promise<Page<Video>> {
  const [{ items, next }, counts] = await Promise.all([
    readPage<VideoItem>(table, { ...list, keyOf: videoKey }, part),
    getItem(table, countKey, { isConsistent: false }),
  ]);
  return { items: items.map(toVideo), next, total: Number(counts?.[count] ?? 0) };
}
