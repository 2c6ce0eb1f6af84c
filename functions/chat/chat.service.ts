import type { ChatMessage } from '../../shared/chat.ts';
import type { Channel } from '../../shared/streamers.ts';
import { DomainError, notFound } from '../base/errors.ts';
import { takeTurn } from './chat.rate.ts';
import type { ChatPorts } from './ports.ts';

export interface Post {
  readonly channelId: string;
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
export async function postMessage(ports: ChatPorts, callerId: string, post: Post): Promise<ChatMessage> {
  const { channels, clock } = ports;
  const [channel, author] = await Promise.all([
    channels.findById(post.channelId),
    channels.findById(callerId),
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
      await ports.announce(channel.id, written);
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
