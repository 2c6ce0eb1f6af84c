import { getItem } from '../../aws/table/get-item.ts';
import { getMany, queryPage } from '../../aws/table/read-items.ts';
import type { Key, Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { readEach } from '../../log/each-item.ts';
import type { Notice } from '../notice.ts';
import { NEWS_DUE, noticeKey, toNotice, type NoticeItem } from '../notice.item.ts';

/** A delivery without progress for this time is resumed. */
const QUIET_MS = 15 * 60_000;

export type NoticesRepository = ReturnType<typeof noticesRepository>;

const postpone = (table: Table, key: Key, nowMs: number): Promise<boolean> => {
  const gsi1sk = new Date(nowMs + QUIET_MS).toISOString();
  return updateItem(table, key, { gsi1sk }, { if: 'attribute_exists(gsi1pk)' });
};

/** See `notice.item.ts` for the keys. */
export const noticesRepository = (table: Table) => ({
  find: async (id: string): Promise<Notice | null> => {
    const item = await getItem<NoticeItem>(table, noticeKey(id));
    return item ? toNotice(item) : null;
  },
  findMany: async (ids: readonly string[]): Promise<Notice[]> =>
    (await getMany<NoticeItem>(table, ids.map(noticeKey))).map(toNotice),
  /** `null` if no one was queued, or the notice is gone. */
  handedOverUpTo: async (id: string): Promise<string | null> =>
    (await getItem<NoticeItem>(table, noticeKey(id)))?.reached ?? null,
  /** Everyone up to `reached` is queued (`null`: the whole audience). Ignores earlier positions. */
  markHandedOver: async (
    { id }: Notice,
    reached: string | null,
    title: string,
    nowMs: number,
  ): Promise<void> => {
    const due = new Date(nowMs + QUIET_MS).toISOString();
    // Removes the names, because those people may delete their accounts while the notice stays for weeks.
    const done = { gsi1pk: undefined, gsi1sk: undefined, named: undefined };
    const fields = reached === null ? done : { reached, gsi1sk: due };
    const isFurther = 'attribute_not_exists(reached) OR reached < :reached';
    const condition = reached === null ? 'attribute_exists(pk)' : `attribute_exists(pk) AND (${isFurther})`;
    await updateItem(table, noticeKey(id), { title, is_fresh: undefined, ...fields }, { if: condition });
  },
  /** It was queued again, and is due when nothing has happened for a while. */
  postpone: async (id: string, nowMs: number): Promise<void> => {
    await postpone(table, noticeKey(id), nowMs);
  },
  listDue: async (nowMs: number, limit: number): Promise<Notice[]> => {
    const { items } = await queryPage<NoticeItem & Record<'pk' | 'sk', string>>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':due': NEWS_DUE, ':now': new Date(nowMs).toISOString() },
      Limit: limit,
    });
    return readEach(items, 'news.resume', toNotice, ({ pk, sk }) => postpone(table, { pk, sk }, nowMs));
  },
});
