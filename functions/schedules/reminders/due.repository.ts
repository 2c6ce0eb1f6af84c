/** Schedules with reminders that are due; see `schedule.item.ts` for the keys. */
import { pagesOf } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { DUE_PARTITION, dueKey, duePlace } from '../schedule.item.ts';

const PAGE = 100;

export const dueSchedules = (table: Table) => ({
  /** The ids of the channels, oldest first. */
  async *list(nowMs: number): AsyncGenerator<string> {
    const pages = pagesOf<{ gsi1sk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk < :soon',
      ExpressionAttributeValues: { ':due': DUE_PARTITION, ':soon': new Date(nowMs + 1).toISOString() },
      Limit: PAGE,
    });
    for await (const items of pages) yield* items.map(({ gsi1sk }) => gsi1sk.slice(gsi1sk.indexOf('#') + 1));
  },
  /** Sets when a schedule is due next, if it still has this version. */
  advance: async (channelId: string, version: number, dueMs: number | null) => {
    await updateItem(table, dueKey(channelId), duePlace(channelId, dueMs), {
      if: 'version = :known',
      values: { ':known': version },
    });
  },
});
