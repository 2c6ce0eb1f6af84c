import type { Video } from '../../../shared/videos/videos.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { PREVIEW_ATTRIBUTES, toVideo, videoKey, type PreviewItem } from './video.item.ts';
import { isOpen } from '../visibility.ts';

/** A video that whoever has its address may open; `null` where there is none. It may be a moment old. */
export async function findOpenVideo(table: Table, id: string): Promise<Video | null> {
  const read = { isConsistent: false, attributes: PREVIEW_ATTRIBUTES };
  const video = await getItem<PreviewItem>(table, videoKey(id), read);
  return video && isOpen(video) ? toVideo(video) : null;
}
