import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { channelKey } from '../channel.item.ts';
import type { ChannelNames } from '../ports.ts';

export const channelNames = (table: Table): ChannelNames => ({
  find: async (ids) => {
    const items = await getMany(table, [...new Set(ids)].map(channelKey));
    return new Map(items.map(({ id, display_name }) => [String(id), String(display_name)]));
  },
});
