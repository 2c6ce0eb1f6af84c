import { WEBHOOK_DELIVERIES_LISTED } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import {
  DONE,
  type DoneItem,
  eventKey,
  eventsPartition,
  PENDING,
  type PendingItem,
  pendingItem,
} from '#functions/webhook-events/index.ts';

export type DeliveriesRepository = ReturnType<typeof deliveriesRepository>;

export const deliveriesRepository = (table: Table) => ({
  /** The newest waiting and the newest finished ones, each newest first. */
  list: async (channelId: string, webhookId: string) => {
    const newest = async <T>(stage: string): Promise<T[]> => {
      const { items } = await queryPage<T>(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :of)',
        ExpressionAttributeValues: { ':pk': eventsPartition(channelId), ':of': `${stage}${webhookId}#` },
        ScanIndexForward: false,
        Limit: WEBHOOK_DELIVERIES_LISTED,
      });
      return items;
    };
    const [pending, done] = await Promise.all([newest<PendingItem>(PENDING), newest<DoneItem>(DONE)]);
    return { pending, done };
  },
  findDone: (channelId: string, webhookId: string, id: string) =>
    getItem<DoneItem>(table, eventKey(DONE, channelId, webhookId, id)),
  /** Has the sender deliver an event that no transaction has written. */
  add: async (...event: Parameters<typeof pendingItem>): Promise<void> => {
    await putItem(table, pendingItem(...event));
  },
});
