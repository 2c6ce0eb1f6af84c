import type { RecordedPart } from '../../../shared/videos/replays.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { isOpenTo } from '../visibility.ts';
import { videoKey, type VideoItem } from './video.item.ts';

/** A ready replay that the caller may see, and when it was recorded; `null` where there is none. May be a moment old. */
export async function findRecordedReplay(table: Table, id: string, callerId: string | undefined) {
  const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false });
  if (!video || video.kind !== 'replay' || video.status !== 'ready' || !isOpenTo(callerId, video))
    return null;
  return { channelId: video.channel_id, recorded: recordedOf(video), durationS: video.duration_s ?? 0 };
}

/** One from before that was kept is whole. */
export function recordedOf({ recorded, created_at }: VideoItem): readonly [RecordedPart, ...RecordedPart[]] {
  const [first = { at_s: 0, time: created_at }, ...others] = recorded ?? [];
  return [first, ...others];
}
