/** Only the original message is stored, so that a removed message is not quoted. */
import type { ChatMessage, Quote } from '#shared/community/chat.ts';
import { CHAT_QUOTE_MAX_LENGTH } from '#shared/limits.ts';
import type { ChatRepository } from './chat.repository.ts';
import type { StoredMessage } from './message.ts';
import type { ChatPage, ChatRange, RecordedChatRepository } from './recorded-chat.repository.ts';

interface QuoteSource {
  readonly chat: Pick<ChatRepository, 'find'>;
  readonly channelId: string;
  readonly nowMs: number;
  /** Messages up to this id were cleared. @default none */
  readonly clearedId?: string;
}

/** Adds quotes; reads only the quoted messages that are not in the list. */
export async function withQuotes(
  { chat, channelId, nowMs, clearedId = '' }: QuoteSource,
  messages: readonly StoredMessage[],
): Promise<ChatMessage[]> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const missing = new Set(
    messages.flatMap(({ reply_to_id: id }) =>
      id === undefined || byId.has(id) || id <= clearedId ? [] : [id],
    ),
  );
  const found = missing.size > 0 ? await chat.find(channelId, [...missing], nowMs) : [];
  for (const message of found) byId.set(message.id, message);
  return messages.map((message) => withQuote(message, byId.get(message.reply_to_id ?? '')));
}

export function withQuote(stored: StoredMessage, quoted?: StoredMessage): ChatMessage {
  const { reply_to_id, ...message } = stored;
  return quoted && quoted.id === reply_to_id ? { ...message, reply_to: quoteOf(quoted) } : message;
}

function quoteOf({ id, username, message }: StoredMessage): Quote {
  const characters = Array.from(message);
  const isLong = characters.length > CHAT_QUOTE_MAX_LENGTH;
  return {
    id,
    username,
    message: isLong ? `${characters.slice(0, CHAT_QUOTE_MAX_LENGTH - 1).join('')}…` : message,
  };
}

/** `null` if the message is gone. */
export async function findMessage(
  { chat, clock }: { readonly chat: Pick<ChatRepository, 'find'>; readonly clock: () => number },
  channelId: string,
  id: string,
): Promise<ChatMessage | null> {
  const nowMs = clock();
  const messages = await withQuotes({ chat, channelId, nowMs }, await chat.find(channelId, [id], nowMs));
  return messages[0] ?? null;
}

interface RecordedChatDeps {
  readonly chat: RecordedChatRepository;
  readonly rooms: { clearedIdOf(channelId: string): Promise<string> };
  readonly clock: () => number;
}

export async function listMessagesBetween(
  { chat, rooms, clock }: RecordedChatDeps,
  channelId: string,
  range: ChatRange,
): Promise<ChatPage<ChatMessage>> {
  // Read first, so that cleared messages are not read.
  const clearedId = await rooms.clearedIdOf(channelId);
  const { messages, next } = await chat.listBetween(channelId, range, clearedId);
  return { messages: await withQuotes({ chat, channelId, nowMs: clock(), clearedId }, messages), next };
}
