/** Publishes changes of channels to open pages. */
import type { Channel } from '#shared/channels/channels.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { channelKey, toChannel, type ChannelItem } from './channel.item.ts';

type Versioned = ChannelItem & { readonly version?: number };

/** Publishes a change that was written. Does nothing for a table without change events. */
export async function publishChannelChange(
  table: Table,
  id: string,
  before: Versioned,
  after: ChannelItem | null,
): Promise<void> {
  const version = (before.version ?? 0) + 1;
  const [visibleBefore, visibleAfter] = [visibleChannel(before), after && visibleChannel(after)];
  if (!visibleBefore && !visibleAfter) return;
  const counted = after && { before: before.viewers, after: after.viewers };
  await table.onChannelChange?.({
    id,
    before: visibleBefore,
    after: visibleAfter,
    version,
    ...(counted && { counted }),
  });
}

/** `null` for a hidden channel. */
const visibleChannel = (item: ChannelItem): Channel | null => (item.is_hidden ? null : toChannel(item));

/** Publishes the current state, after a change that was written without reading the channel. */
export async function publishCurrentState(table: Table, id: string): Promise<void> {
  if (!table.onChannelChange) return;
  const item = await getItem<Versioned>(table, channelKey(id));
  if (!item || item.is_hidden) return;
  const { version = 0, viewers } = item;
  const counted = { before: viewers, after: viewers };
  await table.onChannelChange({ id, before: undefined, after: toChannel(item), version, counted });
}
