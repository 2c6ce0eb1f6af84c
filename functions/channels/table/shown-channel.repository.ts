import type { Channel } from '../../../shared/channels/streamers.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { channelKey, SHOWN_ATTRIBUTES, toChannel, type ShownItem } from '../channel.item.ts';

/** A channel that everybody may see; `null` where there is none. It may be a moment old. */
export async function findShownChannel(table: Table, id: string): Promise<Channel | null> {
  const read = { isConsistent: false, attributes: SHOWN_ATTRIBUTES };
  const item = await getItem<ShownItem>(table, channelKey(id), read);
  return item && !item.is_hidden ? toChannel(item) : null;
}
