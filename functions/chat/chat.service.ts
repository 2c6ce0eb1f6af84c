import type { ChatMessage } from '../../shared/chat.ts';
import type { Channel } from '../../shared/streamers.ts';
import { chatTopic } from '../../shared/topics.ts';
import { DomainError, notFound } from '../errors.ts';
import { takeTurn, type RateLimit } from './chat.rate.ts';

/** One message on its way into the table. */
export interface NewMessage {
  readonly channelId: string;
  readonly authorId: string;
  readonly message: ChatMessage;
  readonly key: string | undefined;
  /** The author's turns as they were read, and as they are with this message. Times in ms, ascending. */
  readonly knownSentMs: readonly number[];
  readonly sentMs: readonly number[];
}

export interface ChatRepository {
  /** The newest messages before `before`, oldest first; expired ones are left out. */
  list(channelId: string, limit: number, before: string | undefined, nowMs: number): Promise<ChatMessage[]>;
  /** What this key of this author has written into this chat. */
  findByKey(authorId: string, channelId: string, key: string, nowMs: number): Promise<ChatMessage | null>;
  /** When the author wrote their latest messages. */
  sentBy(authorId: string): Promise<readonly number[]>;
  /** Writes all or nothing; false when the author or the key has written since it was looked. */
  write(message: NewMessage, nowMs: number): Promise<boolean>;
}

export interface ChatPorts {
  readonly chat: ChatRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly rate: RateLimit;
  /** Tells those who have the page open. Never throws: the history has what they miss. */
  readonly announce: (topic: string, message: ChatMessage) => Promise<void>;
  /** Makes an id that sorts by `atMs`. */
  readonly newId: (atMs: number) => string;
  readonly clock: () => number;
}

export interface Post {
  readonly channelId: string;
  readonly callerId: string;
  readonly message: string;
  readonly key: string | undefined;
}

/** Who writes many messages at the same moment is told to slow down, rather than to wait for each other. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;

/**
 * Writes a message under the caller's name and announces it. A key that has written already answers what it wrote.
 * Throws `not_found`, and `too_many_requests` with the time to wait.
 */
export async function postMessage(ports: ChatPorts, post: Post): Promise<ChatMessage> {
  const { channels, clock } = ports;
  const [channel, author] = await Promise.all([
    channels.findById(post.channelId),
    channels.findById(post.callerId),
  ]);
  // A token outlives its account by up to a day.
  if (!channel || !author) throw notFound('Channel');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const nowMs = clock();
    const [earlier, knownSentMs] = await Promise.all([
      post.key === undefined ? null : ports.chat.findByKey(author.id, channel.id, post.key, nowMs),
      ports.chat.sentBy(author.id),
    ]);
    if (earlier) return earlier;
    const written = await write(ports, post, author, knownSentMs, nowMs);
    if (written) {
      await ports.announce(chatTopic(channel.id), written);
      return written;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
  }
  throw tooFast(1000);
}

async function write(
  { chat, rate, newId }: ChatPorts,
  { channelId, message: text, key }: Post,
  { id: authorId, username }: Channel,
  knownSentMs: readonly number[],
  nowMs: number,
): Promise<ChatMessage | null> {
  const turn = takeTurn(knownSentMs, nowMs, rate);
  if ('retryAfterMs' in turn) throw tooFast(turn.retryAfterMs);
  const { atMs, sentMs } = turn;
  const timestamp = new Date(atMs).toISOString();
  const message: ChatMessage = { id: newId(atMs), username, message: text, timestamp };
  const isWritten = await chat.write({ channelId, authorId, message, key, knownSentMs, sentMs }, nowMs);
  return isWritten ? message : null;
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
  const [channel, messages] = await Promise.all([
    channels.findById(channelId),
    chat.list(channelId, limit, before, clock()),
  ]);
  if (!channel) throw notFound('Channel');
  return messages;
}
