import type { PageRequest } from '../../base/page.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { readPage } from '../../aws/table/cursor.ts';
import {
  toVideo,
  VIDEO_RANK,
  videoKey,
  videoLists as lists,
  type VideoItem,
  type VideoList,
} from './video.item.ts';
import type { VideoLists, VideoPage } from '../ports.ts';

export const videoLists = (table: Table): VideoLists => ({
  list: ({ channelId, list, ...part }) => listPage(table, lists[list](channelId), part),
  listPublic: (part) => listPage(table, lists.public(), part),
  listCategory: (categoryId, part) => listPage(table, lists.category(categoryId), part),
});

async function listPage(
  table: Table,
  { countKey, count, ...list }: VideoList,
  part: PageRequest,
): Promise<VideoPage> {
  const [{ items, next }, counts] = await Promise.all([
    readPage<VideoItem>(table, { ...list, pattern: VIDEO_RANK, keyOf: videoKey }, part),
    getItem(table, countKey, { isConsistent: false }),
  ]);
  return { items: items.map(toVideo), next, total: Number(counts?.[count] ?? 0) };
}
