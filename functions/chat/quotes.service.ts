/** What messages answer. It is kept nowhere but where it was written, so that a removed message is quoted no more. */
import type { ChatMessage, Quote } from '../../shared/community/chat.ts';
import { CHAT_QUOTE_MAX_LENGTH } from '../../shared/limits.ts';
import type { ChatRepository, KeptMessage } from './ports.ts';

interface Quoting {
  readonly chat: Pick<ChatRepository, 'find'>;
  readonly channelId: string;
  readonly nowMs: number;
  /** All messages are gone whose id is not after this one. @default none */
  readonly clearedId?: string;
}

/** Messages of one chat with what they answer, as far as that is still there; reads only what is not among them. */
export async function withQuotes(
  { chat, channelId, nowMs, clearedId = '' }: Quoting,
  messages: readonly KeptMessage[],
): Promise<ChatMessage[]> {
  const known = new Map(messages.map((message) => [message.id, message]));
  const missing = new Set(
    messages.flatMap(({ reply_to_id: id }) =>
      id === undefined || known.has(id) || id <= clearedId ? [] : [id],
    ),
  );
  const found = missing.size > 0 ? await chat.find(channelId, [...missing], nowMs) : [];
  for (const message of found) known.set(message.id, message);
  return messages.map((message) => quoting(message, known.get(message.reply_to_id ?? '')));
}

/** A message as the wire has it. */
export function quoting(kept: KeptMessage, quoted?: KeptMessage): ChatMessage {
  const { reply_to_id, ...message } = kept;
  return quoted && quoted.id === reply_to_id ? { ...message, reply_to: quoteOf(quoted) } : message;
}

function quoteOf({ id, username, message }: KeptMessage): Quote {
  const characters = Array.from(message);
  const isLong = characters.length > CHAT_QUOTE_MAX_LENGTH;
  return {
    id,
    username,
    message: isLong ? `${characters.slice(0, CHAT_QUOTE_MAX_LENGTH - 1).join('')}…` : message,
  };
}

/** One message of a chat as the wire has it; `null` where it is gone. */
export async function findMessage(
  { chat, clock }: { readonly chat: Pick<ChatRepository, 'find'>; readonly clock: () => number },
  channelId: string,
  id: string,
): Promise<ChatMessage | null> {
  const nowMs = clock();
  const messages = await withQuotes({ chat, channelId, nowMs }, await chat.find(channelId, [id], nowMs));
  return messages[0] ?? null;
}
