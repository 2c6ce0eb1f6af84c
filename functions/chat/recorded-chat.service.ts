import type { ChatMessage } from '../../shared/chat.ts';
import type { ChatPorts, ChatRange, RecordedChat } from './ports.ts';
import { withQuotes } from './quotes.service.ts';

interface Ports extends Pick<ChatPorts, 'clearedIdOf' | 'clock'> {
  readonly chat: RecordedChat;
}

/**
 * What was said in a channel between two moments: the first messages, or those next to `after` or `before`, oldest first.
 * What was cleared away since is not among them.
 */
export async function readBetween(
  { chat, clearedIdOf, clock }: Ports,
  channelId: string,
  range: ChatRange,
): Promise<{ readonly messages: readonly ChatMessage[]; readonly hasMore: boolean }> {
  const [{ messages, hasMore }, clearedId] = await Promise.all([
    chat.between(channelId, range),
    clearedIdOf(channelId),
  ]);
  const there = messages.filter(({ id }) => id > clearedId);
  return { messages: await withQuotes({ chat, channelId, nowMs: clock(), clearedId }, there), hasMore };
}
