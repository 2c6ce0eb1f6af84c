import { decodeTime, ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import { withoutMarks } from '#shared/base/visible-text.ts';
import { COMMAND_INTERVAL_MS } from '#shared/limits.ts';
import { firstIdOf } from '#functions/base/ids-of-moment.ts';
import { logFailure } from '#functions/log/log.ts';
import type { AnswersRepository } from './answers.repository.ts';
import type { ChatDeps } from './chat.service.ts';
import type { StoredMessage } from './message.ts';
import { withQuote } from './read-messages.service.ts';

interface AnswerDeps extends Pick<ChatDeps, 'publish' | 'clock'> {
  readonly answers: AnswersRepository;
}

/**
 * Answers a message that is a command of its channel, as the streamer. Each message is answered once, however often it is
 * repeated, and each command at most once in `COMMAND_INTERVAL_MS`. Never throws: the message itself is written.
 */
export async function answerCommand(deps: AnswerDeps, channel: Channel, asked: StoredMessage): Promise<void> {
  const name = commandIn(asked);
  if (name === null) return;
  try {
    await answer(deps, channel, asked, name);
  } catch (error) {
    logFailure('answer to a command', error);
  }
}

/** `null` for what a program wrote, so that programs do not answer each other for ever. */
export function commandIn({ message, via, action }: Pick<StoredMessage, 'message' | 'via' | 'action'>) {
  if (!message.includes('!') || via !== undefined || action) return null;
  return /^!([a-z0-9_]{2,25})(?!\S)/i.exec(withoutMarks(message))?.[1]?.toLowerCase() ?? null;
}

async function answer(
  { answers, publish, clock }: AnswerDeps,
  channel: Channel,
  asked: StoredMessage,
  name: string,
): Promise<void> {
  const command = await answers.findCommand(channel.id, name);
  const askedMs = decodeTime(asked.id);
  // Ids begin with their time. The message itself and later ones are not before this.
  const fromId = firstIdOf(askedMs - COMMAND_INTERVAL_MS);
  if (!command || command.answeredId >= fromId) return;
  const atMs = Math.max(clock(), askedMs + 1);
  const message: StoredMessage = {
    id: ulid(atMs),
    username: channel.username,
    message: command.answer,
    timestamp: new Date(atMs).toISOString(),
    reply_to_id: asked.id,
    badges: ['streamer', 'bot'],
    via: `!${name}`,
  };
  const isWritten = await answers.write(
    { channelId: channel.id, name, askedId: asked.id, fromId, message },
    atMs,
  );
  if (isWritten) await publish(channel.id, { type: 'message', message: withQuote(message, asked) });
}
