/** The rules of a chat, which are in its streamer's words, are removed and restored with the profile. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { roomKey, type RoomItem } from './room.item.ts';

const rulesOf = async (table: Table, channelId: string): Promise<string> =>
  (await getItem<RoomItem>(table, roomKey(channelId)))?.rules ?? '';

const rulesWrite = (table: Table, channelId: string, rules: string | undefined): Write => ({
  Update: assignment(table, roomKey(channelId), { rules }),
});

export async function withdrawRules(
  table: Table,
  channelId: string,
): Promise<{ readonly rules: string; readonly writes: readonly Write[] }> {
  const rules = await rulesOf(table, channelId);
  return { rules, writes: rules ? [rulesWrite(table, channelId, undefined)] : [] };
}

/** Keeps rules that the streamer has written since. */
export async function restoreRules(table: Table, channelId: string, rules: unknown): Promise<Write[]> {
  if (typeof rules !== 'string' || (await rulesOf(table, channelId))) return [];
  return [rulesWrite(table, channelId, rules)];
}
