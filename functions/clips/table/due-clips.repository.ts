import { listDue } from '#functions/aws/table/due-queue.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { DUE_CLIPS, type ClipItem } from './clip.item.ts';
import type { DueClip } from '../clip.ts';

const PAGE = 25;

/** Clips whose files are due for deletion. Separate from the other reads, because every tick loads it. */
export async function dueClips(table: Table, nowMs: number): Promise<DueClip[]> {
  const items = await listDue<ClipItem>(table, DUE_CLIPS, nowMs, PAGE);
  return items.map(({ id, channel_id: channelId }) => ({ id, channelId }));
}
