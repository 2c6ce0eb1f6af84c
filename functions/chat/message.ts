/** A chat message and what goes with its text. Pure. */
import { decodeTime } from 'ulid';
import type { ChatBadge, ChatMessage } from '../../shared/community/chat.ts';
import { NEW_HERE_MS, VISIBLE_DELAY_MAX_MS } from '../../shared/limits.ts';

/** A message as the table has it. It has only the id of the message it answers, so a removed message is not quoted. */
export interface StoredMessage extends Omit<ChatMessage, 'reply_to'> {
  readonly reply_to_id?: string;
}

/** When a person sent their latest messages. Times in ms since 1970. */
export interface SendTimes {
  /** The latest messages in all chats, ascending. */
  readonly sentMs: readonly number[];
  /** The latest message in each chat, by channel id, as far back as slow mode can reach. */
  readonly roomsMs: Readonly<Record<string, number>>;
}

/** A message to be written. */
export interface NewMessage {
  readonly channelId: string;
  readonly authorId: string;
  readonly message: StoredMessage;
  readonly key: string | undefined;
  /** The author's send times as they were read; the write fails if they have changed. */
  readonly expected: SendTimes;
  /** The send times including this message. */
  readonly sent: SendTimes;
}

interface Author {
  readonly id: string;
  readonly isStreamer: boolean;
  readonly isModerator: boolean;
}

/** The author's badges in a chat. Streamers and moderators never have the badge for new accounts. */
export function badgesOf({ id, isStreamer, isModerator }: Author, nowMs: number): ChatBadge[] {
  if (isStreamer) return ['streamer'];
  if (isModerator) return ['moderator'];
  // An account's id begins with the time of its sign-up.
  return nowMs - decodeTime(id) < NEW_HERE_MS ? ['new'] : [];
}

/**
 * When the picture was made that the author says to have seen (ISO 8601). Limits it to the time of writing, because an
 * encoder's clock may be ahead; `undefined` if it is longer ago than any viewer can be behind.
 */
export function plausibleShownAt(claimed: string | undefined, writtenMs: number): string | undefined {
  if (claimed === undefined) return undefined;
  const claimedMs = Date.parse(claimed);
  if (claimedMs < writtenMs - VISIBLE_DELAY_MAX_MS || claimedMs > writtenMs + VISIBLE_DELAY_MAX_MS)
    return undefined;
  return new Date(Math.min(claimedMs, writtenMs)).toISOString();
}

/** Further mentions in one message notify no one, which limits spam. */
const MAX_MENTIONS = 5;

/** The usernames mentioned by `@name`, in lower case, without the author's own and without those in e-mail addresses. */
export function mentionsIn(message: string, author: string): readonly string[] {
  const names = [...message.matchAll(/(?<!\w)@(\w{1,50})(?!\w)/g)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].filter((name) => name !== author.toLowerCase()).slice(0, MAX_MENTIONS);
}

/** True if the author watched the given part of the broadcast, by what they saw or else by when they wrote. */
export function isWithinBroadcast(
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  { shown_at, timestamp }: Pick<ChatMessage, 'shown_at' | 'timestamp'>,
): boolean {
  const seenMs = Date.parse(shown_at ?? timestamp);
  return seenMs >= fromMs && seenMs <= untilMs;
}
