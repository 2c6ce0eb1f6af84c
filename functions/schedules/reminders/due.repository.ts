/** Which schedules are due; see `schedule.item.ts` for the keys. */
import { pagesOf } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { DUE_PARTITION, dueKey, duePlace } from '../schedule.item.ts';
import type { DueSchedules } from './ports.ts';

const PAGE = 100;

export const dueSchedules = (table: Table): DueSchedules => ({
  async *list(nowMs) {
    const pages = pagesOf<{ gsi1sk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk < :soon',
      ExpressionAttributeValues: { ':due': DUE_PARTITION, ':soon': new Date(nowMs + 1).toISOString() },
      Limit: PAGE,
    });
    for await (const items of pages) yield* items.map(({ gsi1sk }) => gsi1sk.slice(gsi1sk.indexOf('#') + 1));
  },
  advance: async (channelId, version, dueMs) => {
    await updateItem(table, dueKey(channelId), duePlace(channelId, dueMs), {
      if: 'version = :known',
      values: { ':known': version },
    });
  },
});
