import { DAY_MS, HOUR_MS } from '#shared/plain/time.ts';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { CHAT_HISTORY_MS } from '#shared/limits.ts';
import { cancellationReasons } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput, type Condition } from '#functions/aws/table/write-items.ts';
import {
  idempotencyKey,
  messageKey,
  referenceKey,
  sentKey,
  toStoredMessage,
  type KeyItem,
  type MessageItem,
  type SentItem,
} from './chat.item.ts';
import { mentionedIn, newUntilMs, type NewMessage, type SendTimes, type StoredMessage } from './message.ts';
import { namedInChat, noticeWrite } from '#functions/news/index.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import { seconds } from '#functions/base/seconds.ts';

/** Clients repeat a request within seconds; a day also covers a tab that was closed and opened again. */
export const KEY_LIFE_MS = DAY_MS;
/** Longer than any window of the rate limit. */
const SENT_LIFE_MS = HOUR_MS;

const CONFLICTS = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** Excludes messages that only a replay retains. */
const IN_HISTORY = 'expires_at > :now OR (attribute_not_exists(expires_at) AND #written > :oldest)';
const oldest = (nowMs: number): string => new Date(nowMs - CHAT_HISTORY_MS).toISOString();

export type ChatRepository = ReturnType<typeof chatRepository>;

export interface HistoryRange {
  readonly limit: number;
  /** The newest messages before this id. */
  readonly before?: string | undefined;
  /** The first messages after this id, instead. */
  readonly after?: string | undefined;
}

export const chatRepository = (table: Table) => ({
  /** Oldest first, without expired ones. */
  list: async (
    channelId: string,
    { limit, before, after }: HistoryRange,
    nowMs: number,
  ): Promise<StoredMessage[]> => {
    const id = after ?? before;
    const range = after === undefined ? 'sk < :id' : 'sk > :id';
    const { items } = await queryPage<MessageItem>(table, {
      KeyConditionExpression: id === undefined ? 'pk = :chat' : `pk = :chat AND ${range}`,
      FilterExpression: IN_HISTORY,
      ExpressionAttributeNames: { '#written': 'timestamp' },
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':now': seconds(nowMs),
        ':oldest': oldest(nowMs),
        ...(id !== undefined && { ':id': id }),
      },
      ScanIndexForward: after !== undefined,
      Limit: limit,
    });
    const messages = items.map(toStoredMessage);
    return after === undefined ? messages.toReversed() : messages;
  },
  /** Messages that are still in the history, in no order. */
  find: (channelId: string, ids: readonly string[], nowMs: number): Promise<StoredMessage[]> =>
    findMessages(table, channelId, ids, ({ expires_at, timestamp }) =>
      expires_at === undefined ? timestamp > oldest(nowMs) : expires_at > seconds(nowMs),
    ),
  findByKey: async (
    authorId: string,
    channelId: string,
    key: string,
    nowMs: number,
  ): Promise<StoredMessage | null> => {
    const item = await getItem<KeyItem>(table, idempotencyKey(authorId, channelId, key));
    return item && item.expires_at > seconds(nowMs) ? item.answer : null;
  },
  sendTimesOf: async (authorId: string): Promise<SendTimes> => {
    const item = await getItem<SentItem>(table, sentKey(authorId));
    return {
      sentMs: item?.sent_ms ?? [],
      roomsMs: item?.rooms_ms ?? {},
      ...(item?.counts && { counts: item.counts }),
    };
  },
  /** False if the author has written since, or the key was used. */
  write: async (message: NewMessage, nowMs: number): Promise<boolean> => {
    const TransactItems = writes(table, message, nowMs);
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (cancellationReasons(error).some((reason) => CONFLICTS.has(reason))) return false;
      throw error;
    }
  },
});

interface ExpiringItem extends MessageItem {
  readonly expires_at?: number;
}

/** Existing messages that match, in no order. */
export async function findMessages(
  table: Table,
  channelId: string,
  ids: readonly string[],
  matches: (item: ExpiringItem) => boolean = () => true,
): Promise<StoredMessage[]> {
  const keys = ids.map((id) => messageKey(channelId, id));
  return (await getMany<ExpiringItem>(table, keys)).filter(matches).map(toStoredMessage);
}

/** The message and the reference by which its author's data are found. */
export function messageWrites(
  table: Table,
  { channelId, authorId, message }: Pick<NewMessage, 'channelId' | 'authorId' | 'message'>,
  nowMs: number,
): Write[] {
  const { id, ...fields } = message;
  const life = { expires_at: seconds(nowMs + CHAT_HISTORY_MS) };
  return [
    { Put: putInput(table, { ...messageKey(channelId, id), ...fields, author_id: authorId, ...life }) },
    { Put: putInput(table, { ...referenceKey(authorId, id), channel_id: channelId, ...life }) },
  ];
}

function writes(table: Table, newMessage: NewMessage, nowMs: number): Write[] {
  const { authorId, key, expected, sent } = newMessage;
  const last_ms = sent.sentMs.at(-1) ?? 0;
  const sentItem = {
    ...sentKey(authorId),
    last_ms,
    sent_ms: sent.sentMs,
    rooms_ms: sent.roomsMs,
    ...(sent.counts && { counts: sent.counts }),
    expires_at: seconds(Math.max(last_ms + SENT_LIFE_MS, sent.counts ? newUntilMs(authorId) : 0)),
  };
  return [
    ...messageWrites(table, newMessage, nowMs),
    { Put: putInput(table, sentItem, lastSentIs(expected.sentMs.at(-1))) },
    ...(key === undefined ? [] : [{ Put: keyPut(table, newMessage, key, nowMs) }]),
    ...mentionNotices(table, newMessage),
    ...messageEvents(table, newMessage),
  ];
}

/** For the channel's webhooks. The event has the message's id, so that events have the order of the chat. */
function messageEvents(table: Table, { subscribed, message }: NewMessage): Write[] {
  if (!subscribed?.webhooks) return [];
  const { id, username, message: text, timestamp, badges = [] } = message;
  const data = { message: { id, username, message: text, timestamp, badges } };
  return webhookEventWrites(table, subscribed, { id, type: 'chat.message', data }, Date.parse(timestamp));
}

/** Notifies mentioned people even if they do not have the chat open. */
function mentionNotices(table: Table, { channelId, authorId, message }: NewMessage): Write[] {
  const names = mentionedIn(message);
  if (names.length === 0) return [];
  return [noticeWrite(table, namedInChat(channelId, authorId, names, Date.parse(message.timestamp)))];
}

/** `last_ms` grows with every message of the author. */
const lastSentIs = (expectedMs: number | undefined): Condition =>
  expectedMs === undefined ? ABSENT : { if: 'last_ms = :known', values: { ':known': expectedMs } };

const keyPut = (
  table: Table,
  { authorId, channelId, message: answer }: NewMessage,
  key: string,
  nowMs: number,
) =>
  putInput(
    table,
    { ...idempotencyKey(authorId, channelId, key), answer, expires_at: seconds(nowMs + KEY_LIFE_MS) },
    { if: 'attribute_not_exists(pk) OR expires_at <= :now', values: { ':now': seconds(nowMs) } },
  );
