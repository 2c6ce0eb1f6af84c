import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { streamItemKey } from './stream.item.ts';
import type { LeasePorts } from '../ports.ts';

/** Leases stand on the stream's item: `lease` says who holds it, `leased_until_ms` for how long. */
export const leasesRepository = (table: Table): LeasePorts['leases'] => ({
  acquire: (channelId, holder, nowMs, untilMs) =>
    updateItem(
      table,
      streamItemKey(channelId),
      { channel_id: channelId, lease: holder, leased_until_ms: untilMs },
      { if: 'attribute_not_exists(lease) OR leased_until_ms < :now', values: { ':now': nowMs } },
    ),
  release: async (channelId, holder) => {
    await updateItem(
      table,
      streamItemKey(channelId),
      { lease: undefined, leased_until_ms: undefined },
      { if: 'lease = :holder', values: { ':holder': holder } },
    );
  },
});
