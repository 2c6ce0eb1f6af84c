import { CAMERA_SLOT_SILENCE_MS } from '../../../shared/limits.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { putItem } from '../../aws/table/write-items.ts';
import type { Slots } from '../ports/broadcasts.ts';
import { SLOTS_PARTITION, slotKey } from './broadcast.item.ts';
import { seconds } from '../../base/seconds.ts';

/** The row of one that nobody has ended is forgotten some time later. */
const KEPT_S = 60 * 60;

/** Who takes jobs at the moment, a row each; see `broadcast.item.ts` for the keys. There are never many. */
export const slotsRepository = (table: Table): Slots => ({
  takeSlot: async (id, atMs) => {
    const expires_at = seconds(atMs) + KEPT_S;
    await putItem(table, { ...slotKey(id), heard_at_ms: atMs, expires_at });
  },
  countActive: async (nowMs) => {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :slots',
      FilterExpression: 'heard_at_ms > :since',
      ExpressionAttributeValues: { ':slots': SLOTS_PARTITION, ':since': nowMs - CAMERA_SLOT_SILENCE_MS },
      ProjectionExpression: 'sk',
      ConsistentRead: true,
    });
    return items.length;
  },
});
