import { CAMERA_PLACE_SILENCE_MS } from '../../../shared/limits.ts';
import { queryPage } from '../../aws/read-items.ts';
import type { Table } from '../../aws/table.ts';
import { putItem } from '../../aws/write-items.ts';
import type { Places } from '../ports/broadcasts.ts';
import { PLACES_PARTITION, placeKey } from './broadcast.item.ts';

/** The row of one that nobody has ended is forgotten some time later. */
const KEPT_S = 60 * 60;

/** Who takes jobs at the moment, a row each; see `broadcast.item.ts` for the keys. There are never many. */
export const placesRepository = (table: Table): Places => ({
  takePlace: async (id, atMs) => {
    const expires_at = Math.floor(atMs / 1000) + KEPT_S;
    await putItem(table, { ...placeKey(id), heard_at_ms: atMs, expires_at });
  },
  countActive: async (nowMs) => {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :places',
      FilterExpression: 'heard_at_ms > :since',
      ExpressionAttributeValues: { ':places': PLACES_PARTITION, ':since': nowMs - CAMERA_PLACE_SILENCE_MS },
      ProjectionExpression: 'sk',
      ConsistentRead: true,
    });
    return items.length;
  },
});
