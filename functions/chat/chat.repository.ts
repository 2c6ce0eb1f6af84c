import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { CHAT_HISTORY_MS } from '../../shared/limits.ts';
import { cancellationReasons } from '../aws/retry.ts';
import { getItem } from '../aws/table/get-item.ts';
import { getMany, queryPage } from '../aws/table/read-items.ts';
import type { Table, Write } from '../aws/table/table.ts';
import { ABSENT, placement, type Condition } from '../aws/table/write-expressions.ts';
import {
  idempotencyKey,
  messageKey,
  sentKey,
  toKept,
  writtenKey,
  type KeyItem,
  type MessageItem,
  type SentItem,
} from './chat.item.ts';
import type { ChatRepository, KeptMessage, NewMessage, Sent } from './ports.ts';
import { noticeWrite } from '../channels/notices/notice.item.ts';
import { namedInChat } from '../channels/notices/notice.ts';
import { namedIn } from './named.ts';
import { seconds } from '../base/seconds.ts';

/** A client that repeats a request does so within seconds; a day also holds one that was closed meanwhile. */
const KEY_LIFE_MS = 24 * 60 * 60_000;
/** Longer than any window of the rate limit. */
const SENT_LIFE_MS = 60 * 60_000;

/** Somebody else's write was first: a condition did not hold, or two transactions met. */
const RACED = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** What a broadcast's replay keeps is past for the chat itself like everything else. */
const IN_HISTORY = 'expires_at > :now OR (attribute_not_exists(expires_at) AND #written > :oldest)';
const oldest = (nowMs: number): string => new Date(nowMs - CHAT_HISTORY_MS).toISOString();

/** Reads and writes messages; see `chat.item.ts` for the keys. */
export const chatRepository = (table: Table): ChatRepository => ({
  list: async (channelId, limit, before, nowMs) => {
    const { items } = await queryPage<MessageItem>(table, {
      KeyConditionExpression: before === undefined ? 'pk = :chat' : 'pk = :chat AND sk < :before',
      FilterExpression: IN_HISTORY,
      ExpressionAttributeNames: { '#written': 'timestamp' },
      ExpressionAttributeValues: {
        ':chat': messageKey(channelId, '').pk,
        ':now': seconds(nowMs),
        ':oldest': oldest(nowMs),
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    });
    return items.map(toKept).toReversed();
  },
  find: (channelId, ids, nowMs) =>
    foundAmong(table, ({ expires_at, timestamp }) =>
      expires_at === undefined ? timestamp > oldest(nowMs) : expires_at > seconds(nowMs),
    )(channelId, ids),
  findByKey: async (authorId, channelId, key, nowMs) => {
    const item = await getItem<KeyItem>(table, idempotencyKey(authorId, channelId, key));
    return item && item.expires_at > seconds(nowMs) ? item.answer : null;
  },
  sentBy: (authorId) => findSent(table, authorId),
  write: async (message, nowMs) => {
    const TransactItems = writes(table, message, nowMs);
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (cancellationReasons(error).some((reason) => RACED.has(reason))) return false;
      throw error;
    }
  },
});

/** When somebody wrote last, anywhere and in each chat. */
export async function findSent(table: Table, authorId: string): Promise<Sent> {
  const item = await getItem<SentItem>(table, sentKey(authorId));
  return { sentMs: item?.sent_ms ?? [], roomsMs: item?.rooms_ms ?? {} };
}

/** Who has written a message; `null` where it is gone. */
export async function authorOf(table: Table, channelId: string, id: string): Promise<string | null> {
  return (await getItem<MessageItem>(table, messageKey(channelId, id)))?.author_id ?? null;
}

interface StoredItem extends MessageItem {
  readonly expires_at?: number;
}

/** Reads those of some messages that are there and meant. */
export const foundAmong =
  (table: Table, isMeant: (item: StoredItem) => boolean) =>
  async (channelId: string, ids: readonly string[]): Promise<KeptMessage[]> => {
    const keys = ids.map((id) => messageKey(channelId, id));
    return (await getMany<StoredItem>(table, keys)).filter(isMeant).map(toKept);
  };

function writes(table: Table, message: NewMessage, nowMs: number): Write[] {
  const { channelId, authorId, message: answer, key, known, sent } = message;
  const { id, ...fields } = answer;
  // Until a replay keeps it.
  const life = { expires_at: seconds(nowMs + CHAT_HISTORY_MS) };
  const item = { ...messageKey(channelId, id), ...fields, author_id: authorId, ...life };
  const written = { ...writtenKey(authorId, id), channel_id: channelId, ...life };
  const last_ms = sent.sentMs.at(-1) ?? 0;
  const turns = { last_ms, sent_ms: sent.sentMs, rooms_ms: sent.roomsMs };
  const expires_at = seconds(last_ms + SENT_LIFE_MS);
  return [
    { Put: placement(table, item) },
    { Put: placement(table, written) },
    { Put: placement(table, { ...sentKey(authorId), ...turns, expires_at }, sentLast(known.sentMs.at(-1))) },
    ...(key === undefined ? [] : [{ Put: keyPut(table, message, key, nowMs) }]),
    ...tellNamed(table, message),
  ];
}

/** Who is called by name hears of it, also where they do not read along. */
function tellNamed(
  table: Table,
  { channelId, authorId, message: { message, username, timestamp } }: NewMessage,
) {
  const named = namedIn(message, username);
  if (named.length === 0) return [];
  return [noticeWrite(table, namedInChat(channelId, authorId, named, Date.parse(timestamp)))];
}

/** What was read is what is replaced: `last_ms` grows with every message. */
const sentLast = (knownMs: number | undefined): Condition =>
  knownMs === undefined ? ABSENT : { if: 'last_ms = :known', values: { ':known': knownMs } };

const keyPut = (
  table: Table,
  { authorId, channelId, message: answer }: NewMessage,
  key: string,
  nowMs: number,
) =>
  placement(
    table,
    { ...idempotencyKey(authorId, channelId, key), answer, expires_at: seconds(nowMs + KEY_LIFE_MS) },
    { if: 'attribute_not_exists(pk) OR expires_at <= :now', values: { ':now': seconds(nowMs) } },
  );
