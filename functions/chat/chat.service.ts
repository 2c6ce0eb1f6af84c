import type { ChatMessage } from '../../shared/chat.ts';
import type { Channel } from '../../shared/streamers.ts';
import { DomainError, notFound } from '../base/errors.ts';
import { takeTurn } from './chat.rate.ts';
import { badgesOf, plausibleShownAt } from './new-message.ts';
import type { ChatPorts, KeptMessage } from './ports.ts';
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
 * Throws `not_found`, also of what is answered, and `too_many_requests` with the time to wait.
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
    const [earlier, knownSentMs, [answered]] = await Promise.all([
      post.key === undefined ? null : chat.findByKey(author.id, channel.id, post.key, nowMs),
      chat.sentBy(author.id),
      post.replyTo === undefined ? [] : chat.find(channel.id, [post.replyTo], nowMs),
    ]);
    if (earlier) return quoting(earlier, answered);
    if (post.replyTo !== undefined && !answered)
      throw new DomainError('not_found', 'The message that you answer is gone.');
    const written = await write(ports, post, { channel, author }, knownSentMs, nowMs);
    if (written) {
      const message = quoting(written, answered);
      await ports.announce(channel.id, { type: 'message', message });
      return message;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
  }
  throw tooFast(1000);
}

async function write(
  { chat, rate, newId }: ChatPorts,
  post: Post,
  { channel, author }: { readonly channel: Channel; readonly author: Channel },
  knownSentMs: readonly number[],
  nowMs: number,
): Promise<KeptMessage | null> {
  const turn = takeTurn(knownSentMs, nowMs, rate);
  if ('retryAfterMs' in turn) throw tooFast(turn.retryAfterMs);
  const { atMs, sentMs } = turn;
  const message = newMessage(post, { channel, author }, { id: newId(atMs), atMs });
  const { id: authorId } = author;
  const isLive = channel.is_live;
  const { channelId, key } = post;
  const entry = { channelId, authorId, message, key, isLive, knownSentMs, sentMs };
  return (await chat.write(entry, nowMs)) ? message : null;
}

function newMessage(
  { message, replyTo, shownAt }: Post,
  { channel, author }: { readonly channel: Channel; readonly author: Channel },
  { id, atMs }: { readonly id: string; readonly atMs: number },
): KeptMessage {
  const badges = badgesOf({ id: author.id, isStreamer: author.id === channel.id, isModerator: false }, atMs);
  const shown_at = channel.is_live ? plausibleShownAt(shownAt, atMs) : undefined;
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

/** The newest messages of a chat, oldest first. Throws `not_found`. */
export async function listMessages(
  { chat, channels, clock }: Pick<ChatPorts, 'chat' | 'channels' | 'clock'>,
  channelId: string,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<ChatMessage[]> {
  const nowMs = clock();
  const [channel, messages] = await Promise.all([
    channels.findById(channelId),
    chat.list(channelId, limit, before, nowMs),
  ]);
  if (!channel) throw notFound('Channel');
  return withQuotes({ chat, channelId, nowMs }, messages);
}
