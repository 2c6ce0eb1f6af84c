import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_HISTORY_MS } from '#shared/limits.ts';
import { dueWork, listDue } from '#functions/aws/table/due-queue.ts';
import { pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import { firstIdOf, lastIdOf } from '#functions/base/ids-of-moment.ts';
import { seconds } from '#functions/base/seconds.ts';
import { messageKey, referenceKey, toStoredMessage, type MessageItem } from '../chat.item.ts';
import { retentionItem, RETENTION_QUEUE } from './retention.item.ts';
import type { RetentionRange } from './retention.ts';

const PAGE = 100;
const EXISTS = { if: 'attribute_exists(pk)' };

export interface RetentionRule {
  /** In ms since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly matches: (message: Pick<ChatMessage, 'id' | 'timestamp' | 'shown_at'>) => boolean;
  /** True removes the expiry; false sets the expiry of any message. */
  readonly isRetained: boolean;
}

export type RetentionRepository = ReturnType<typeof retentionRepository>;

export const retentionRepository = (table: Table) => ({
  /** Oldest first. Eventually consistent. */
  listDue: (nowMs: number, limit: number) => listDue<RetentionRange>(table, RETENTION_QUEUE, nowMs, limit),
  ...dueWork(table, retentionItem, ['dueMs']),
  /** False if `hasTime` ended it; a repeated call continues. */
  apply: async (
    channelId: string,
    { fromMs, untilMs, matches, isRetained }: RetentionRule,
    hasTime: () => boolean,
  ): Promise<boolean> => {
    const toChange = {
      KeyConditionExpression: 'pk = :chat AND sk BETWEEN :from AND :to',
      FilterExpression: `attribute_${isRetained ? 'exists' : 'not_exists'}(expires_at)`,
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':from': firstIdOf(fromMs),
        ':to': lastIdOf(untilMs),
      },
      ConsistentRead: true,
      Limit: PAGE,
    };
    return eachInTime(pagesOf<MessageItem>(table, toChange), { hasTime }, async (item) => {
      if (matches(toStoredMessage(item))) await setExpiry(table, channelId, item, isRetained);
    });
  },
});

/** Updates the reference first, because the message marks unfinished work. Does not restore a removed message. */
async function setExpiry(
  table: Table,
  channelId: string,
  { sk: id, author_id, timestamp }: MessageItem,
  isRetained: boolean,
): Promise<void> {
  const expires_at = isRetained ? undefined : seconds(Date.parse(timestamp) + CHAT_HISTORY_MS);
  await updateItem(table, referenceKey(author_id, id), { expires_at }, EXISTS);
  await updateItem(table, messageKey(channelId, id), { expires_at }, EXISTS);
}
