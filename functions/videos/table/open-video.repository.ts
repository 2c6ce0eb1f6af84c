import type { RecordedPart } from '#shared/videos/replays.ts';
import type { Video } from '#shared/videos/videos.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { isOpen, isOpenTo } from '../visibility.ts';
import {
  toVideo,
  type VideoItem,
  videoKey,
  VIDEO_PREVIEW_ATTRIBUTES,
  type VideoPreviewItem,
} from './video.item.ts';

/** A video that is public or unlisted; `null` when there is none. Eventually consistent. */
export async function findOpenVideo(table: Table, id: string): Promise<Video | null> {
  const read = { isConsistent: false, attributes: VIDEO_PREVIEW_ATTRIBUTES };
  const video = await getItem<VideoPreviewItem>(table, videoKey(id), read);
  return video && isOpen(video) ? toVideo(video) : null;
}

/**
 * A ready replay that the caller may see, with its time of recording; `null` when there is none. Eventually consistent.
 */
export async function findRecordedReplay(table: Table, id: string, callerId: string | undefined) {
  const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false });
  if (!video || video.kind !== 'replay' || video.status !== 'ready' || !isOpenTo(callerId, video))
    return null;
  return { channelId: video.channel_id, recorded: recordedOf(video), durationS: video.duration_s ?? 0 };
}

/** Items without `recorded` are from before the field existed and are one part. */
export function recordedOf({ recorded, created_at }: VideoItem): readonly [RecordedPart, ...RecordedPart[]] {
  const [first = { at_s: 0, time: created_at }, ...others] = recorded ?? [];
  return [first, ...others];
}
