import { getItem } from '../../aws/table/get-item.ts';
import { getMany, queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { NEWS_DUE, noticeKey, toNotice, type NoticeItem } from '../notice.item.ts';
import type { NoticesRepository } from '../ports.ts';

/** Pages follow each other within seconds, but for one that the queue repeats. */
const QUIET_MS = 15 * 60_000;

/** See `notice.item.ts` for the keys. */
export const noticesRepository = (table: Table): NoticesRepository => ({
  find: async (id) => {
    const item = await getItem<NoticeItem>(table, noticeKey(id));
    return item ? toNotice(item) : null;
  },
  findMany: async (ids) => (await getMany<NoticeItem>(table, ids.map(noticeKey))).map(toNotice),
  reachedOf: async (id) => (await getItem<NoticeItem>(table, noticeKey(id)))?.reached ?? null,
  noteReached: async ({ id }, reached, title, nowMs) => {
    const due = new Date(nowMs + QUIET_MS).toISOString();
    // Whom it names is nobody's business any more: they may leave, and it stays for weeks.
    const done = { gsi1pk: undefined, gsi1sk: undefined, named: undefined };
    const fields = reached === null ? done : { reached, gsi1sk: due };
    const isFurther = 'attribute_not_exists(reached) OR reached < :reached';
    const condition = reached === null ? 'attribute_exists(pk)' : `attribute_exists(pk) AND (${isFurther})`;
    await updateItem(table, noticeKey(id), { title, is_fresh: undefined, ...fields }, { if: condition });
  },
  listDue: async (nowMs, limit) => {
    const { items } = await queryPage<NoticeItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':due': NEWS_DUE, ':now': new Date(nowMs).toISOString() },
      Limit: limit,
    });
    return items.map(toNotice);
  },
});
