/** A minimal tick: reads the item and the newest segment of each active broadcast, and writes one item. */
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { openTable } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import type { TickPart } from '#functions/tick-parts.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';

const table = openTable(process.env['TABLE_NAME'] ?? '');
const broadcasts = broadcastsRepository(table);

export const handler = ({ detail }: { readonly detail: TickPart }): Promise<void> =>
  eachAtOnce(
    broadcasts.findActive(detail.work?.broadcasts ?? []),
    { atOnce: 4, failed: (count) => `${count} failed` },
    async ({ id, channelId }) => {
      await broadcasts.latestSegments(id, 1);
      await updateItem(table, { pk: `CHANNEL#${channelId}`, sk: 'BENCH' }, { at: Date.now() });
    },
  );
