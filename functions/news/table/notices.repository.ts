import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { nullOn } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { deleteItem, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { readEach } from '#functions/log/each-item.ts';
import type { Notice } from '../notice.ts';
import type { Page } from '../page.ts';
import {
  NEWS_DUE,
  NOTICE_PREFIX,
  noticeExpiry,
  noticeKey,
  partKey,
  toNotice,
  type NoticeItem,
} from '../notice.item.ts';

/** A delivery without progress for this time is resumed. */
const QUIET_MS = 15 * 60_000;
/** Longer than pages wait in a queue that is worked off, so that it gets no second ones. */
const PART_DUE_MS = 30 * 60_000;

export type NoticesRepository = ReturnType<typeof noticesRepository>;

/** A delivery that has made no progress, with the messages that resume it. */
export interface DueDelivery {
  readonly key: Key;
  readonly notice: string;
  readonly at: string;
  readonly pages: readonly Page[];
}

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
  /** Pages that are going to be queued. They are due while they are not delivered. */
  addPart: async ({ id, at }: Notice, pages: readonly Page[], nowMs: number): Promise<void> => {
    await putItem(table, {
      ...partKey(id, pages[0]?.after ?? ''),
      gsi1pk: NEWS_DUE,
      gsi1sk: new Date(nowMs + PART_DUE_MS).toISOString(),
      at,
      pages: new Set(pages.map(textOf)),
      expires_at: noticeExpiry(at),
    });
  },
  /** Deletes the part of a page that is delivered, unless it has others. */
  finishPage: async ({ part, ...page }: Page): Promise<void> => {
    if (part === undefined) return;
    const Key = partKey(page.notice, part);
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key,
      UpdateExpression: 'DELETE pages :page',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':page': new Set([textOf(page)]) },
      ReturnValues: 'ALL_NEW',
    });
    const after = await nullOn(['ConditionalCheckFailedException'], () => table.client.send(update));
    if (after && !after.Attributes?.['pages'])
      await deleteItem(table, Key, { if: 'attribute_not_exists(pages)' });
  },
  /** It was queued again, and is due when nothing has happened for a while. */
  postpone: async ({ key }: DueDelivery, nowMs: number): Promise<void> => {
    await postpone(table, key, nowMs);
  },
  listDue: async (nowMs: number, limit: number): Promise<DueDelivery[]> => {
    const { items } = await queryPage<DueItem>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':due': NEWS_DUE, ':now': new Date(nowMs).toISOString() },
      Limit: limit,
    });
    return readEach(items, 'news.resume', toDue, ({ pk, sk }) => postpone(table, { pk, sk }, nowMs));
  },
});

/** A notice, or a part. */
interface DueItem extends Pick<NoticeItem, 'pk' | 'at' | 'named' | 'reached'> {
  readonly sk: string;
  readonly pages?: ReadonlySet<string>;
}

function toDue({ pk, sk, at, named, reached, pages }: DueItem): DueDelivery {
  const notice = pk.slice(NOTICE_PREFIX.length);
  const key = { pk, sk };
  if (sk === noticeKey(notice).sk)
    return { key, notice, at, pages: [{ notice, ...(named ? { named } : { after: reached }) }] };
  const part = sk.slice(partKey(notice, '').sk.length);
  const left = [...(pages ?? [])].map((text): Page => {
    const [after = '', until] = text.split(' ');
    return { notice, ...(after !== '' && { after }), until, part };
  });
  return { key, notice, at, pages: left };
}

/** Positions have no space. */
const textOf = ({ after = '', until = '' }: Page): string => `${after} ${until}`;
