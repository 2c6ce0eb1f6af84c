/**
 * The chat as the table holds it. Keys:
 *
 * | item                              | pk                     | sk                         |
 * |-----------------------------------|------------------------|----------------------------|
 * | message                           | `CHAT#<channel id>`    | its ULID                   |
 * | that a person wrote one           | `CHAT_AUTHOR#<id>`     | `MESSAGE#<its ULID>`       |
 * | when a person wrote last          | `CHAT_AUTHOR#<id>`     | `SENT`                     |
 * | what an idempotency key has written | `CHAT_AUTHOR#<id>`   | `KEY#<channel id>#<key>`   |
 *
 * All of them expire, but for messages beside a replay for as long as it is there (`channels/chat-stretch.item.ts`). `SENT` is also what makes a person's messages take turns: each write replaces the `last_ms` that
 * it has read.
 */
import type { KeptMessage } from './ports.ts';

export interface MessageItem extends Omit<KeptMessage, 'id'> {
  readonly sk: string;
  readonly author_id: string;
}

export interface SentItem {
  /** Times of the latest messages in ms, ascending. */
  readonly sent_ms: readonly number[];
  /** Time of the latest message in each chat, by the channel's id; of an earlier version there is none. */
  readonly rooms_ms?: Readonly<Record<string, number>>;
}

export interface KeyItem {
  readonly answer: KeptMessage;
  readonly expires_at: number;
}

export const messageKey = (channelId: string, id: string) => ({ pk: `CHAT#${channelId}`, sk: id });
/** Of what somebody has written in all chats, for themselves alone. Beside the messages, of which fifty are read at once. */
export const WRITTEN_PREFIX = 'MESSAGE#';
export const writtenKey = (authorId: string, id: string) => ({
  pk: `CHAT_AUTHOR#${authorId}`,
  sk: WRITTEN_PREFIX + id,
});
export const sentKey = (authorId: string) => ({ pk: `CHAT_AUTHOR#${authorId}`, sk: 'SENT' });
export const idempotencyKey = (authorId: string, channelId: string, key: string) => ({
  pk: `CHAT_AUTHOR#${authorId}`,
  sk: `KEY#${channelId}#${key}`,
});

/** Without what only the table needs. */
export const toKept = ({
  sk: id,
  username,
  message,
  timestamp,
  reply_to_id,
  badges,
  shown_at,
}: MessageItem): KeptMessage => ({
  id,
  username,
  message,
  timestamp,
  ...(reply_to_id && { reply_to_id }),
  ...(badges && { badges }),
  ...(shown_at && { shown_at }),
});
