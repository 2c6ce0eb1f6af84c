import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NEWS_KEPT_MS } from '#shared/limits.ts';
import { isAwsError } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, assignment, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { sortKeyOf, type Notice } from '../notice.ts';
import {
  type DeliveryState,
  type NewsEntry,
  type NewsItem,
  newsKey,
  newsPartition,
  READ,
  type ReadItem,
  SETTINGS,
} from './news.item.ts';

/** Another worker delivers the same notice to the same person. */
class DeliveryInProgressError extends Error {
  override readonly name = 'DeliveryInProgressError';
}

export type EntriesRepository = ReturnType<typeof entriesRepository>;

/** See `news.item.ts` for the keys. */
export const entriesRepository = (table: Table) => ({
  /** Newest first, with the sort key up to which all are read. */
  list: async (personId: string, limit: number, nowMs: number) => {
    const { items } = await queryPage<NewsItem | ReadItem>(table, {
      KeyConditionExpression: 'pk = :person AND sk < :settings',
      ExpressionAttributeValues: { ':person': newsPartition(personId), ':settings': SETTINGS },
      ScanIndexForward: false,
      Limit: limit + 1,
    });
    const mark = items.find((item): item is ReadItem => item.sk === READ);
    const entries: NewsEntry[] = items
      .filter((item): item is NewsItem => item.sk !== READ && 'notice' in item)
      .filter(({ expires_at }) => expires_at > seconds(nowMs))
      .map(({ sk: place, notice: noticeId }) => ({ place, noticeId }));
    return { entries: entries.slice(0, limit), readUntil: mark?.until ?? '' };
  },
  markRead: async (personId: string, until: string): Promise<void> => {
    const isLater = { if: 'attribute_not_exists(pk) OR #until < :until' };
    await updateItem(table, newsKey(personId, READ), { until }, isLater);
  },
  /** Lists a notice for a person who gets no push or mail, unless it is already listed. */
  add: async (personId: string, notice: Notice): Promise<void> => {
    await putItem(table, { ...keyOf(personId, notice), ...fieldsOf(notice), is_told: true }, ABSENT);
  },
  /** Lists a notice and leases its delivery. `null` if all is delivered; throws `DeliveryInProgressError` if leased. */
  claim: async (
    personId: string,
    notice: Notice,
    nowMs: number,
    untilMs: number,
  ): Promise<DeliveryState | null> => {
    const key = keyOf(personId, notice);
    const isFree = 'attribute_not_exists(taken_until_ms) OR taken_until_ms <= :now';
    const isDue = { if: `attribute_not_exists(is_told) AND (${isFree})`, values: { ':now': nowMs } };
    const leased = { ...fieldsOf(notice), taken_until_ms: untilMs };
    const update = { ...assignment(table, key, leased, isDue), ReturnValues: 'ALL_NEW' } as const;
    try {
      const { Attributes } = await table.client.send(new UpdateCommand(update));
      const { pushed = false, mailed = false } = Attributes as NewsItem;
      return { pushed, mailed };
    } catch (error) {
      if (!isAwsError(error, 'ConditionalCheckFailedException')) throw error;
      if ((await getItem<NewsItem>(table, key))?.is_told) return null;
      throw new DeliveryInProgressError('Another worker delivers the notice', { cause: error });
    }
  },
  release: async (
    personId: string,
    notice: Notice,
    { pushed, mailed, isDone }: DeliveryState & { readonly isDone: boolean },
  ): Promise<void> => {
    const done = isDone && { is_told: true, pushed: undefined, mailed: undefined };
    const fields = { pushed, mailed, ...done, taken_until_ms: undefined };
    // The account may have been deleted since.
    await updateItem(table, keyOf(personId, notice), fields, { if: 'attribute_exists(pk)' });
  },
});

const keyOf = (personId: string, notice: Notice) => newsKey(personId, sortKeyOf(notice));

const fieldsOf = ({ id, at }: Notice) => ({
  notice: id,
  expires_at: seconds(Date.parse(at) + NEWS_KEPT_MS),
});
