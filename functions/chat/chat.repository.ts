import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { CHAT_HISTORY_MS } from '../../shared/limits.ts';
import { cancellationReasons } from '../aws/retry.ts';
import { getItem } from '../aws/get-item.ts';
import type { Table } from '../aws/table.ts';
import {
  idempotencyKey,
  messageKey,
  sentKey,
  toMessage,
  type KeyItem,
  type MessageItem,
  type SentItem,
} from './chat.item.ts';
import type { ChatRepository, NewMessage } from './ports.ts';

/** A client that repeats a request does so within seconds; a day also holds one that was closed meanwhile. */
const KEY_LIFE_MS = 24 * 60 * 60_000;
/** Longer than any window of the rate limit. */
const SENT_LIFE_MS = 60 * 60_000;

/** Somebody else's write was first: a condition did not hold, or two transactions met. */
const RACED = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** Reads and writes messages; see `chat.item.ts` for the keys. */
export const chatRepository = (table: Table): ChatRepository => ({
  list: async (channelId, limit, before, nowMs) => {
    const query = new QueryCommand({
      TableName: table.TableName,
      KeyConditionExpression: before === undefined ? 'pk = :chat' : 'pk = :chat AND sk < :before',
      FilterExpression: 'expires_at > :now',
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':now': seconds(nowMs),
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    });
    const { Items = [] } = await table.client.send(query);
    return (Items as MessageItem[]).map(toMessage).toReversed();
  },
  findByKey: async (authorId, channelId, key, nowMs) => {
    const item = await getItem<KeyItem>(table, idempotencyKey(authorId, channelId, key));
    return item && item.expires_at > seconds(nowMs) ? item.answer : null;
  },
  sentBy: async (authorId) => (await getItem<SentItem>(table, sentKey(authorId)))?.sent_ms ?? [],
  write: async (message, nowMs) => {
    const TransactItems = writes(table.TableName, message, nowMs);
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (cancellationReasons(error).some((reason) => RACED.has(reason))) return false;
      throw error;
    }
  },
});

function writes(TableName: string, message: NewMessage, nowMs: number) {
  const { channelId, authorId, message: answer, key, knownSentMs, sentMs } = message;
  const { id, ...fields } = answer;
  const Item = {
    ...messageKey(channelId, id),
    ...fields,
    author_id: authorId,
    expires_at: seconds(nowMs + CHAT_HISTORY_MS),
  };
  return [
    { Put: { TableName, Item } },
    { Put: sentPut(TableName, authorId, knownSentMs, sentMs) },
    ...(key === undefined ? [] : [{ Put: keyPut(TableName, message, key, nowMs) }]),
  ];
}

/** What was read is what is replaced: `last_ms` grows with every message. */
function sentPut(
  TableName: string,
  authorId: string,
  knownSentMs: readonly number[],
  sentMs: readonly number[],
) {
  const knownMs = knownSentMs.at(-1);
  const lastMs = sentMs.at(-1) ?? 0;
  return {
    TableName,
    Item: {
      ...sentKey(authorId),
      sent_ms: sentMs,
      last_ms: lastMs,
      expires_at: seconds(lastMs + SENT_LIFE_MS),
    },
    ...(knownMs === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'last_ms = :known', ExpressionAttributeValues: { ':known': knownMs } }),
  };
}

const keyPut = (
  TableName: string,
  { authorId, channelId, message: answer }: NewMessage,
  key: string,
  nowMs: number,
) => ({
  TableName,
  Item: {
    ...idempotencyKey(authorId, channelId, key),
    answer,
    expires_at: seconds(nowMs + KEY_LIFE_MS),
  },
  ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
  ExpressionAttributeValues: { ':now': seconds(nowMs) },
});

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
