import type { RecordedPart } from '../../../shared/replays.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { isOpenTo } from '../visibility.ts';
import { videoKey, type VideoItem } from './video.item.ts';

/** A ready replay that the caller may see, and when it was recorded; `null` where there is none. May be a moment old. */
export async function findRecordedReplay(table: Table, id: string, callerId: string | undefined) {
  const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false });
  if (!video || video.kind !== 'replay' || video.status !== 'ready' || !isOpenTo(callerId, video))
    return null;
  const { channel_id: channelId, created_at, duration_s, recorded } = video;
  const [first = { at_s: 0, time: created_at }, ...others] = recorded ?? [];
  const parts: [RecordedPart, ...RecordedPart[]] = [first, ...others];
  return { channelId, recorded: parts, durationS: duration_s ?? 0 };
}
