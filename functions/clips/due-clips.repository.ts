import { listDue } from '../aws/table/due-queue.ts';
import type { Table } from '../aws/table/table.ts';
import { DUE_CLIPS, type ClipItem } from './clip.item.ts';
import type { DueClip } from './clip.ts';

/** Clips per run of the tick. */
const PAGE = 25;

/** Clips whose files are to be deleted by now. Apart from the other reads, because every tick asks for them. */
export async function dueClips(table: Table, nowMs: number): Promise<DueClip[]> {
  const items = await listDue<ClipItem>(table, DUE_CLIPS, nowMs, PAGE);
  return items.map(({ id, channel_id: channelId }) => ({ id, channelId }));
}
