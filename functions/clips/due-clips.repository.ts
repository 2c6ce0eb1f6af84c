import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { DUE_LIST, dueText, type ClipItem } from './clip.item.ts';
import type { DueClip } from './ports.ts';

/** Those of one run of the tick. */
const PAGE = 25;

/** Clips of which files are to be deleted by now. Apart from the others, as every tick asks and hardly one finds any. */
export async function dueClips(table: Table, nowMs: number): Promise<DueClip[]> {
  const { items } = await queryPage<ClipItem>(table, {
    IndexName: DUE_LIST.index,
    KeyConditionExpression: 'gsi4pk = :due AND gsi4sk < :now',
    ExpressionAttributeValues: { ':due': DUE_LIST.partition, ':now': dueText(nowMs) },
    Limit: PAGE,
  });
  return items.map(({ id, channel_id: channelId }) => ({ id, channelId }));
}
