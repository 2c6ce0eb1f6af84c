import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NEWS_KEPT_MS } from '../../../shared/limits.ts';
import { isAwsError } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ABSENT, assignment } from '../../aws/table/write-expressions.ts';
import { putItem, updateItem } from '../../aws/table/write-items.ts';
import { seconds } from '../../base/seconds.ts';
import { placeOf, type Notice } from '../notice.ts';
import { TakenError, type RowsRepository, type Told } from '../ports.ts';
import { newsKey, newsPartition, READ, SETTINGS, type NewsItem, type ReadItem } from './news.item.ts';

/** See `news.item.ts` for the keys. */
export const rowsRepository = (table: Table): RowsRepository => ({
  list: (personId, limit, nowMs) => list(table, personId, limit, nowMs),
  markRead: async (personId, until) => {
    const isLater = { if: 'attribute_not_exists(pk) OR #until < :until' };
    await updateItem(table, newsKey(personId, READ), { until }, isLater);
  },
  add: async (personId, notice) => {
    await putItem(table, { ...keyOf(personId, notice), ...fieldsOf(notice), is_told: true }, ABSENT);
  },
  take: (personId, notice, nowMs, untilMs) => take(table, personId, notice, nowMs, untilMs),
  release: async (personId, notice, { pushed, mailed, isDone }) => {
    const done = isDone && { is_told: true, pushed: undefined, mailed: undefined };
    const fields = { pushed, mailed, ...done, taken_until_ms: undefined };
    // Gone where the account was deleted meanwhile.
    await updateItem(table, keyOf(personId, notice), fields, { if: 'attribute_exists(pk)' });
  },
});

const keyOf = (personId: string, notice: Notice) => newsKey(personId, placeOf(notice));

const fieldsOf = ({ id, at }: Notice) => ({
  notice: id,
  expires_at: seconds(Date.parse(at) + NEWS_KEPT_MS),
});

async function list(table: Table, personId: string, limit: number, nowMs: number) {
  const { items } = await queryPage<NewsItem | ReadItem>(table, {
    KeyConditionExpression: 'pk = :person AND sk < :settings',
    ExpressionAttributeValues: { ':person': newsPartition(personId), ':settings': SETTINGS },
    ScanIndexForward: false,
    Limit: limit + 1,
  });
  const mark = items.find((item): item is ReadItem => item.sk === READ);
  const rows = items
    .filter((item): item is NewsItem => item.sk !== READ && 'notice' in item)
    .filter(({ expires_at }) => expires_at > seconds(nowMs))
    .map(({ sk: place, notice: noticeId }) => ({ place, noticeId }));
  return { rows: rows.slice(0, limit), readUntil: mark?.until ?? '' };
}

async function take(
  table: Table,
  personId: string,
  notice: Notice,
  nowMs: number,
  untilMs: number,
): Promise<Told | null> {
  const key = keyOf(personId, notice);
  const isFree = 'attribute_not_exists(taken_until_ms) OR taken_until_ms <= :now';
  const condition = {
    if: `attribute_not_exists(is_told) AND (${isFree})`,
    values: { ':now': nowMs },
  };
  const fields = { ...fieldsOf(notice), taken_until_ms: untilMs };
  const command = new UpdateCommand({
    ...assignment(table, key, fields, condition),
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { pushed = false, mailed = false } = (await table.client.send(command)).Attributes as NewsItem;
    return { pushed, mailed };
  } catch (error) {
    if (!isAwsError(error, 'ConditionalCheckFailedException')) throw error;
    if ((await getItem<NewsItem>(table, key))?.is_told) return null;
    throw new TakenError('Somebody else is telling them', { cause: error });
  }
}
