import type { ChatMessage } from '../../shared/community/chat.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import { DomainError, notFound } from '../base/errors.ts';
import { lastMsOf, takeTurn } from './chat.rate.ts';
import { badgesOf, plausibleShownAt } from './new-message.ts';
import type { Admission, ChatPorts, KeptMessage, Sent } from './ports.ts';
import { quoting, withQuotes } from './quotes.service.ts';

export interface Post {
  readonly channelId: string;
  readonly message: string;
  /** The message that it answers. */
  readonly replyTo: string | undefined;
  /** When the picture was made that the author sees, as they say (ISO 8601). */
  readonly shownAt: string | undefined;
  readonly key: string | undefined;
}

/** Who writes many messages at the same moment is told to slow down, rather than to wait for each other. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;

/**
 * Writes a message under the caller's name and announces it. A key that has written already answers what it wrote.
 * Throws `not_found`, also of what is answered, `too_many_requests` with the time to wait, and
 * `chat_refused` of what the rules of the chat do not let in, or a moderator has removed.
 */
export async function postMessage(ports: ChatPorts, callerId: string, post: Post): Promise<ChatMessage> {
  const { channels, chat, clock } = ports;
  const [channel, author] = await Promise.all([
    channels.findById(post.channelId),
    channels.findById(callerId),
  ]);
  // A token outlives its account by up to a day.
  if (!channel || !author) throw notFound('Channel');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const nowMs = clock();
    const [earlier, sent, admission, [answered]] = await Promise.all([
      post.key === undefined ? null : chat.findByKey(author.id, channel.id, post.key, nowMs),
      chat.sentBy(author.id),
      ports.admit(channel.id, author.id, post.message),
      post.replyTo === undefined ? [] : chat.find(channel.id, [post.replyTo], nowMs),
    ]);
    if (earlier) return again(ports, channel.id, quoting(earlier, answered), admission);
    if (admission.refusal) throw admission.refusal;
    if (post.replyTo !== undefined && !isThere(answered, admission.clearedId))
      throw new DomainError('not_found', 'The message that you answer is gone.');
    const written = await write(ports, post, { channel, author, sent, admission }, nowMs);
    if (written) {
      const message = quoting(written, answered);
      await ports.announce(channel.id, { type: 'message', message });
      return message;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
  }
  throw tooFast(1000);
}

/** Who writes where, when they wrote last, and what the rules say. */
interface Writing {
  readonly channel: Channel;
  readonly author: Channel;
  readonly sent: Sent;
  readonly admission: Admission;
}

const isThere = (message: KeptMessage | undefined, clearedId: string): boolean =>
  message !== undefined && message.id > clearedId;

/** What a key has written before; a message that was removed does not come back by its key. */
async function again(
  { chat, clock }: ChatPorts,
  channelId: string,
  earlier: ChatMessage,
  { clearedId }: Admission,
): Promise<ChatMessage> {
  const [kept] = await chat.find(channelId, [earlier.id], clock());
  if (isThere(kept, clearedId)) return earlier;
  throw new DomainError('chat_refused', 'This message was removed.', { reason: 'removed' });
}

async function write(
  { chat, rate, newId }: ChatPorts,
  post: Post,
  { channel, author, sent: known, admission }: Writing,
  nowMs: number,
): Promise<KeptMessage | null> {
  const turn = takeTurn(known.sentMs, nowMs, rate);
  if ('retryAfterMs' in turn) throw tooFast(turn.retryAfterMs);
  const pausedMs = (known.roomsMs[channel.id] ?? 0) + admission.pauseMs - nowMs;
  if (pausedMs > 0) throw slowMode(admission.pauseMs, pausedMs);
  const { atMs, sentMs } = turn;
  const sent: Sent = { sentMs, roomsMs: lastMsOf(known.roomsMs, channel.id, atMs) };
  const { isModerator } = admission;
  const message = newMessage(post, { channel, author, isModerator }, { id: newId(atMs), atMs });
  const { id: authorId } = author;
  const { channelId, key } = post;
  const entry = { channelId, authorId, message, key, known, sent };
  return (await chat.write(entry, nowMs)) ? message : null;
}

function newMessage(
  { message, replyTo, shownAt }: Post,
  { channel, author, isModerator }: Pick<Writing, 'channel' | 'author'> & Pick<Admission, 'isModerator'>,
  { id, atMs }: { readonly id: string; readonly atMs: number },
): KeptMessage {
  const isStreamer = author.id === channel.id;
  const badges = badgesOf({ id: author.id, isStreamer, isModerator }, atMs);
  // Also when it is over: viewers are behind, and see its end later.
  const shown_at = plausibleShownAt(shownAt, atMs);
  return {
    id,
    username: author.username,
    message,
    timestamp: new Date(atMs).toISOString(),
    ...(replyTo !== undefined && { reply_to_id: replyTo }),
    ...(badges.length > 0 && { badges }),
    ...(shown_at !== undefined && { shown_at }),
  };
}

const tooFast = (retryAfterMs: number): DomainError =>
  new DomainError('too_many_requests', 'You are writing very fast. Please wait a moment.', {
    retryAfterS: Math.ceil(retryAfterMs / 1000),
  });

const slowMode = (pauseMs: number, pausedMs: number): DomainError =>
  new DomainError('chat_refused', `Slow mode: one message every ${pauseMs / 1000} seconds.`, {
    reason: 'slow_mode',
    retryAfterS: Math.ceil(pausedMs / 1000),
  });

/** The newest messages of a chat, oldest first. Throws `not_found`. */
export async function listMessages(
  ports: Pick<ChatPorts, 'chat' | 'channels' | 'clearedIdOf' | 'clock'>,
  channelId: string,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<ChatMessage[]> {
  const { chat, channels, clearedIdOf, clock } = ports;
  const nowMs = clock();
  const [channel, messages, clearedId] = await Promise.all([
    channels.findById(channelId),
    chat.list(channelId, limit, before, nowMs),
    clearedIdOf(channelId),
  ]);
  if (!channel) throw notFound('Channel');
  const there = messages.filter(({ id }) => id > clearedId);
  return withQuotes({ chat, channelId, nowMs, clearedId }, there);
}
