import type { Video } from '../../../shared/videos.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isOpen } from '../visibility.ts';

/** A video that whoever has its address may open; `null` where there is none. It may be a moment old. */
export async function findOpenVideo(table: Table, id: string): Promise<Video | null> {
  const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false });
  return video && isOpen(video) ? toVideo(video) : null;
}
