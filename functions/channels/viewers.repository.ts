import type { Table } from '../aws/table.ts';
import { changeChannel } from './channel.change.ts';

/** How many watch. */
export interface ViewersRepository {
  /** Sets a live channel's viewers, with its place in the lists and its category's sum. Nothing while not live. */
  setViewers(channelId: string, viewers: number): Promise<void>;
  /** The same, where fewer are shown. Throws `unavailable` when a crowd keeps changing the channel. */
  raiseViewers(channelId: string, viewers: number): Promise<void>;
}

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
