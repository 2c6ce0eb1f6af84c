import { decodeTime } from 'ulid';
import type { SubscribedChannel } from '#functions/webhook-events/index.ts';
import { mentionsIn } from '#shared/base/text-parts.ts';
import type { ChatBadge, ChatMessage } from '#shared/community/chat.ts';
import { NEW_HERE_MESSAGES, NEW_HERE_MS, VISIBLE_DELAY_MAX_MS } from '#shared/limits.ts';

/** Contains only the id of the message that it answers, so that removed messages are not quoted. */
export interface StoredMessage extends Omit<ChatMessage, 'reply_to'> {
  readonly reply_to_id?: string;
}

export interface SendTimes {
  /** In all chats, in ms since 1970, ascending. */
  readonly sentMs: readonly number[];
  /** The latest message in each chat, by channel id, within the longest slow mode. */
  readonly roomsMs: Readonly<Record<string, number>>;
  /** Of a new account: its messages in each chat, by channel id, counted as far as they have a badge. */
  readonly counts?: Readonly<Record<string, number>>;
}

export interface NewMessage {
  readonly channelId: string;
  /** Where its webhooks may have chosen messages. */
  readonly subscribed?: SubscribedChannel | undefined;
  readonly authorId: string;
  readonly message: StoredMessage;
  readonly key: string | undefined;
  /** As read; the write fails if they have changed. */
  readonly expected: SendTimes;
  readonly sent: SendTimes;
}

interface Author {
  readonly id: string;
  readonly isStreamer: boolean;
  readonly isModerator: boolean;
  /** Earlier messages in this chat. @default 0 */
  readonly count?: number;
}

/** Streamers and moderators never have the badge for the first messages of new accounts. */
export function badgesOf({ id, isStreamer, isModerator, count = 0 }: Author, nowMs: number): ChatBadge[] {
  if (isStreamer) return ['streamer'];
  if (isModerator) return ['moderator'];
  return nowMs < newUntilMs(id) && count < NEW_HERE_MESSAGES ? ['new'] : [];
}

/** Until when an account is new: its id begins with the time of its sign-up. */
export const newUntilMs = (accountId: string): number => decodeTime(accountId) + NEW_HERE_MS;

/** Chats whose messages are counted at once, to bound the size of the item. */
const COUNTED_CHATS = 50;

/** The counts after another message in a chat. */
export function withCounted(
  counts: NonNullable<SendTimes['counts']>,
  channelId: string,
): NonNullable<SendTimes['counts']> {
  const { [channelId]: count = 0, ...others } = counts;
  const kept = Object.entries(others).slice(1 - COUNTED_CHATS);
  return { ...Object.fromEntries(kept), [channelId]: Math.min(count + 1, NEW_HERE_MESSAGES) };
}

/** Returns the people that a message mentions, other than its author, in lower case. */
export const mentionedIn = ({ username, message }: Pick<ChatMessage, 'username' | 'message'>): string[] =>
  mentionsIn(message).filter((name) => name !== username.toLowerCase());

/** An encoder's clock may be ahead. `undefined` if the claim is earlier than any viewer's delay allows. */
export function plausiblePlayedAt(claimed: string | undefined, writtenMs: number): string | undefined {
  if (claimed === undefined) return undefined;
  const claimedMs = Date.parse(claimed);
  if (claimedMs < writtenMs - VISIBLE_DELAY_MAX_MS || claimedMs > writtenMs + VISIBLE_DELAY_MAX_MS)
    return undefined;
  return new Date(Math.min(claimedMs, writtenMs)).toISOString();
}

/** True if the author was watching that part of the broadcast, or wrote during it. */
export function isWithinBroadcast(
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  { shown_at, timestamp }: Pick<ChatMessage, 'shown_at' | 'timestamp'>,
): boolean {
  const seenMs = Date.parse(shown_at ?? timestamp);
  return seenMs >= fromMs && seenMs <= untilMs;
}
