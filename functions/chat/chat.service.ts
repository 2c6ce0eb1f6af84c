import { ulid } from 'ulid';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import { inTurn } from '#functions/base/async/in-turn.ts';
import type { SubscribedChannel } from '#functions/webhook-events/index.ts';
import { checkRate, withLatest, type RateLimit } from './chat-rate.ts';
import type { ChatRepository, HistoryRange } from './chat.repository.ts';
import {
  badgesOf,
  mentionedIn,
  newUntilMs,
  plausiblePlayedAt,
  type SendTimes,
  type StoredMessage,
  withCounted,
} from './message.ts';
import { withQuote, withQuotes } from './read-messages.service.ts';
import { checkAdmission, type Admission } from './rooms/admission.service.ts';
import type { RoomReads } from './rooms/rooms.repository.ts';

/** With what its webhooks have chosen. */
type ChatChannel = Channel & Pick<SubscribedChannel, 'webhooks'>;

export interface ChatDeps {
  readonly chat: ChatRepository;
  readonly rooms: Pick<RoomReads, 'permissionsOf' | 'clearedIdOf'>;
  readonly channels: { findById(id: string): Promise<ChatChannel | null> };
  readonly rate: RateLimit;
  /** Publishes to open pages. Never throws: pages also poll the history. */
  readonly publish: (channelId: string, event: ChannelEvent) => Promise<void>;
  /**
   * Makes the open pages of these people request their notifications. Never throws: pages also request them on focus.
   * @default they only do so on focus
   */
  readonly publishMentions?: (usernames: readonly string[]) => Promise<void>;
  /** Answers a written message that is a command of the channel. Never throws. @default none is */
  readonly answer?: (channel: Channel, message: StoredMessage) => Promise<void>;
  readonly clock: () => number;
}

interface Post {
  readonly channelId: string;
  readonly message: string;
  /** @default false */
  readonly isAction?: boolean | undefined;
  /** A message id. */
  readonly replyTo: string | undefined;
  /** When the displayed picture was recorded, as the author claims (ISO 8601). */
  readonly playedAt: string | undefined;
  readonly key: string | undefined;
  /** The name of the access token of a program that writes. */
  readonly via: string | undefined;
  /** When the request arrived, if known; it may have waited since. */
  readonly arrivedMs?: number | undefined;
}

/** Attempts before the request is refused as too fast. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;

/** Messages of one person that a process has at once keep their order. */
const inAuthorsTurn = inTurn();

/**
 * Writes and publishes a message. A used idempotency key returns the message that it wrote. Throws `not_found`, also for
 * a reply to a missing message, `too_many_requests`, and `chat_refused` by the room's rules.
 */
export const postMessage = (deps: ChatDeps, callerId: string, post: Post): Promise<ChatMessage> =>
  inAuthorsTurn(callerId, () => writeAndPublish(deps, callerId, post));

async function writeAndPublish(deps: ChatDeps, callerId: string, post: Post): Promise<ChatMessage> {
  const { channels, chat, clock } = deps;
  const [channel, author] = await Promise.all([
    channels.findById(post.channelId),
    channels.findById(callerId),
  ]);
  // A token stays valid for up to a day after its account is deleted.
  if (!channel || !author) throw notFound('channel');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Judged and dated by its arrival, because messages may have waited together in a queue.
    const nowMs = Math.min(post.arrivedMs ?? Infinity, clock());
    const [earlier, expected, admission, [answered]] = await Promise.all([
      post.key === undefined ? null : chat.findByKey(author.id, channel.id, post.key, nowMs),
      chat.sendTimesOf(author.id),
      checkAdmission(deps, { channelId: channel.id, authorId: author.id, text: post.message }),
      post.replyTo === undefined ? [] : chat.find(channel.id, [post.replyTo], nowMs),
    ]);
    if (earlier) {
      const repeated = await repeatAnswer(deps, channel.id, withQuote(earlier, answered), admission);
      if (!admission.refusal) await deps.answer?.(channel, earlier);
      return repeated;
    }
    if (admission.refusal) throw admission.refusal;
    if (post.replyTo !== undefined && !isVisible(answered, admission.clearedId))
      throw new DomainError('not_found', 'replied_message_gone');
    const written = await write(deps, post, { channel, author, expected, admission }, nowMs);
    if (written) {
      const message = withQuote(written, answered);
      const mentioned = mentionedIn(message);
      await Promise.all([
        deps.publish(channel.id, { type: 'message', message }),
        ...(mentioned.length > 0 ? [deps.publishMentions?.(mentioned)] : []),
      ]);
      await deps.answer?.(channel, written);
      return message;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
  }
  throw tooFast(1000);
}

interface WriteContext {
  readonly channel: ChatChannel;
  readonly author: Channel;
  readonly expected: SendTimes;
  readonly admission: Admission;
}

const isVisible = (message: StoredMessage | undefined, clearedId: string): boolean =>
  message !== undefined && message.id > clearedId;

/** Throws if a moderator has removed the message since the first request. */
async function repeatAnswer(
  { chat, clock }: ChatDeps,
  channelId: string,
  earlier: ChatMessage,
  { clearedId }: Admission,
): Promise<ChatMessage> {
  const [stored] = await chat.find(channelId, [earlier.id], clock());
  if (isVisible(stored, clearedId)) return earlier;
  throw new DomainError('chat_refused', 'removed');
}

/** `null` if the author wrote another message at the same time. */
async function write(
  { chat, rate }: ChatDeps,
  post: Post,
  { channel, author, expected, admission }: WriteContext,
  nowMs: number,
): Promise<StoredMessage | null> {
  const check = checkRate(expected.sentMs, nowMs, rate);
  if ('retryAfterMs' in check) throw tooFast(check.retryAfterMs);
  const waitMs = (expected.roomsMs[channel.id] ?? 0) + admission.slowModeMs - nowMs;
  // The last message may have a later time than now: by another server's clock, or because two came at once.
  if (admission.slowModeMs > 0 && waitMs > 0) throw slowMode(admission.slowModeMs, waitMs);
  const { atMs, sentMs } = check;
  const { counts = {}, roomsMs } = expected;
  const sent: SendTimes = {
    sentMs,
    roomsMs: withLatest(roomsMs, channel.id, atMs),
    ...(atMs < newUntilMs(author.id) && { counts: withCounted(counts, channel.id) }),
  };
  const message = newMessage(post, { channel, author, admission, count: counts[channel.id] ?? 0 }, atMs);
  const { channelId, key } = post;
  const written = { channelId, subscribed: channel, authorId: author.id, message, key, expected, sent };
  const isWritten = await chat.write(written, nowMs);
  return isWritten ? message : null;
}

function newMessage(
  { message, isAction = false, replyTo, playedAt, via }: Post,
  { channel, author, admission, count }: Omit<WriteContext, 'expected'> & { readonly count: number },
  atMs: number,
): StoredMessage {
  const isStreamer = author.id === channel.id;
  const roles = badgesOf({ id: author.id, isStreamer, isModerator: admission.isModerator, count }, atMs);
  const badges = via === undefined ? roles : [...roles, 'bot' as const];
  // Kept after the stream has ended too, because viewers see it with a delay.
  const shown_at = plausiblePlayedAt(playedAt, atMs);
  return {
    id: ulid(atMs),
    username: author.username,
    message,
    timestamp: new Date(atMs).toISOString(),
    ...(replyTo !== undefined && { reply_to_id: replyTo }),
    ...(badges.length > 0 && { badges }),
    ...(via !== undefined && { via }),
    ...(isAction && { action: true as const }),
    ...(shown_at !== undefined && { shown_at }),
  };
}

const tooFast = (retryAfterMs: number): DomainError =>
  new DomainError('too_many_requests', 'too_fast', {
    retryAfterS: Math.ceil(retryAfterMs / 1000),
  });

const slowMode = (intervalMs: number, waitMs: number): DomainError =>
  new DomainError('chat_refused', 'slow_mode', {
    interval_s: intervalMs / 1000,
    retryAfterS: Math.ceil(waitMs / 1000),
  });

/** Messages of the history, oldest first: the newest without a range. Throws `not_found`. */
export async function listMessages(
  { chat, channels, rooms, clock }: Pick<ChatDeps, 'chat' | 'channels' | 'rooms' | 'clock'>,
  channelId: string,
  { after, ...range }: HistoryRange,
): Promise<ChatMessage[]> {
  const nowMs = clock();
  const cleared = rooms.clearedIdOf(channelId);
  // Cleared messages would leave a page short, which is only read backwards to the last clear.
  const listed =
    after === undefined
      ? chat.list(channelId, range, nowMs)
      : cleared.then((id) => chat.list(channelId, { ...range, after: id > after ? id : after }, nowMs));
  const [channel, messages, clearedId] = await Promise.all([channels.findById(channelId), listed, cleared]);
  if (!channel) throw notFound('channel');
  const visible = messages.filter(({ id }) => id > clearedId);
  return withQuotes({ chat, channelId, nowMs, clearedId }, visible);
}
