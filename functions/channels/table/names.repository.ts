import { getItem, getMany } from '../../aws/read-items.ts';
import type { Table } from '../../aws/table.ts';
import { channelKey, usernameKey } from '../channel.item.ts';
import type { ChannelNames } from '../ports.ts';

export const channelNames = (table: Table): ChannelNames => ({
  find: async (ids) => {
    const items = await getMany(table, [...new Set(ids)].map(channelKey));
    return new Map(items.map(({ id, display_name }) => [String(id), String(display_name)]));
  },
});

/** The channel that has this name, in any case; `null` where none has. It may be a moment old. */
export async function findChannelId(table: Table, username: string): Promise<string | null> {
  const claim = await getItem(table, usernameKey(username), { isConsistent: false });
  return claim ? String(claim['channel_id']) : null;
}
