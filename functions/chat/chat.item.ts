/**
 * Chat messages. Keys:
 *
 * | item                              | pk                     | sk                         |
 * |-----------------------------------|------------------------|----------------------------|
 * | message                           | `CHAT#<channel id>`    | its ULID                   |
 * | reference to a person's message   | `CHAT_AUTHOR#<id>`     | `MESSAGE#<its ULID>`       |
 * | a person's send times             | `CHAT_AUTHOR#<id>`     | `SENT`                     |
 * | result of an idempotency key      | `CHAT_AUTHOR#<id>`     | `KEY#<channel id>#<key>`   |
 * | last answer to a streamer's       | `CHAT_AUTHOR#<id>`     | `ANSWERED#<name>`          |
 * | command                           |                        |                            |
 *
 * All of them expire, except messages of a broadcast while its replay exists (`retention/retention.item.ts`). `SENT`
 * also serialises a person's messages: each write requires the `last_ms` that it has read.
 */
import type { StoredMessage } from './message.ts';

export interface MessageItem extends Omit<StoredMessage, 'id'> {
  readonly sk: string;
  readonly author_id: string;
}

export interface SentItem {
  /** Times of the latest messages in ms, ascending. */
  readonly sent_ms: readonly number[];
  /** By channel id; absent in items of an earlier version. */
  readonly rooms_ms?: Readonly<Record<string, number>>;
  /** By channel id; only for new accounts. */
  readonly counts?: Readonly<Record<string, number>>;
}

export interface KeyItem {
  readonly answer: StoredMessage;
  readonly expires_at: number;
}

export interface AnsweredItem {
  /** The message that was answered. */
  readonly answered_id: string;
}

export const messageKey = (channelId: string, id: string) => ({ pk: `CHAT#${channelId}`, sk: id });
/** For the export and deletion of an account. */
export const REFERENCE_PREFIX = 'MESSAGE#';
export const referenceKey = (authorId: string, id: string) => ({
  pk: `CHAT_AUTHOR#${authorId}`,
  sk: REFERENCE_PREFIX + id,
});
export const sentKey = (authorId: string) => ({ pk: `CHAT_AUTHOR#${authorId}`, sk: 'SENT' });
export const idempotencyKey = (authorId: string, channelId: string, key: string) => ({
  pk: `CHAT_AUTHOR#${authorId}`,
  sk: `KEY#${channelId}#${key}`,
});

export const answeredKey = (channelId: string, name: string) => ({
  pk: `CHAT_AUTHOR#${channelId}`,
  sk: `ANSWERED#${name}`,
});

export const toStoredMessage = ({
  sk: id,
  username,
  message,
  timestamp,
  reply_to_id,
  badges,
  via,
  action,
  raid,
  poll,
  shown_at,
}: MessageItem): StoredMessage => ({
  id,
  username,
  message,
  timestamp,
  ...(reply_to_id && { reply_to_id }),
  ...(badges && { badges }),
  ...(via && { via }),
  ...(action && { action }),
  ...(raid && { raid }),
  ...(poll && { poll }),
  ...(shown_at && { shown_at }),
});
