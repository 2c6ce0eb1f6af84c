/** Telling those who follow a channel that it has changed. */
import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { channelKey, toChannel, type ChannelItem } from './channel.item.ts';

type Versioned = ChannelItem & { readonly version?: number };

/** To be called once a change is written, of which nobody is told where the table has nobody to tell. */
export async function tellChange(
  table: Table,
  id: string,
  before: Versioned,
  after: ChannelItem | null,
): Promise<void> {
  const version = (before.version ?? 0) + 1;
  await table.onChannelChange?.({ id, before: toChannel(before), after: after && toChannel(after), version });
}

/** The same for a change that was written without reading the channel: tells how it now is. */
export async function tellAsItIs(table: Table, id: string): Promise<void> {
  if (!table.onChannelChange) return;
  const item = await getItem<Versioned>(table, channelKey(id));
  if (!item) return;
  await table.onChannelChange({ id, before: null, after: toChannel(item), version: item.version ?? 0 });
}
