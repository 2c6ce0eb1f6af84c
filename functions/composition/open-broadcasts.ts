import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { type VideoItem, videoKey } from '#functions/videos/table/video.item.ts';
import { isOpen } from '#functions/videos/visibility.ts';

/** `null` for a broadcast whose replay its owner has deleted or made private, or moderation has removed. */
export async function ifOpen(table: Table, broadcast: Broadcast | null): Promise<Broadcast | null> {
  const videoId = broadcast?.replay?.videoId;
  if (videoId === undefined) return broadcast;
  const video = await getItem<VideoItem>(table, videoKey(videoId), { isConsistent: false });
  // A replay that is still processed is open to all who have watched.
  return video && isOpen({ ...video, status: 'ready' }) ? broadcast : null;
}
