import type { Table } from '../../aws/table/table.ts';
import { changeChannel } from './channel.change.ts';
import type { ViewersRepository } from '../ports.ts';

export const viewersRepository = (table: Table): ViewersRepository => ({
  setViewers: async (channelId, viewers) => {
    await changeChannel(table, channelId, (channel) => (channel.is_live ? { viewers } : null));
  },
  raiseViewers: async (channelId, viewers) => {
    await changeChannel(table, channelId, (channel) =>
      channel.is_live && channel.viewers < viewers ? { viewers } : null,
    );
  },
});
