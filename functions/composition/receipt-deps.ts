/** Wires the receipts of streams through software. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { ReceiptDeps } from '#functions/streaming/receipt.service.ts';
import { endedAirings } from '#functions/streaming/table/airings.repository.ts';
import { replayKey, type VideoItem, videoKey } from '#functions/videos/table/video.item.ts';

export const receiptDeps = (table: Table, costs: ReceiptDeps['costs']): ReceiptDeps => ({
  endedAirings: (channelId, byMs) => endedAirings(table, channelId, byMs),
  findReplay: async (streamId) => {
    const claim = await getItem<{ readonly video_id: string }>(table, replayKey(streamId));
    if (!claim) return null;
    // A claim outlives a deleted replay.
    const video = await getItem<VideoItem>(table, videoKey(claim.video_id));
    return video?.status === 'ready' ? video.id : null;
  },
  costs,
  clock: Date.now,
});
