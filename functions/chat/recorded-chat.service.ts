import type { ChatMessage } from '../../shared/community/chat.ts';
import type { ChatPorts, ChatRange, RecordedChat, RecordedPage } from './ports.ts';
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
  range: Omit<ChatRange, 'clearedId'>,
): Promise<RecordedPage<ChatMessage>> {
  // First, so that what was cleared costs no page of which nothing is left.
  const clearedId = await clearedIdOf(channelId);
  const { messages, next } = await chat.between(channelId, { ...range, clearedId });
  return { messages: await withQuotes({ chat, channelId, nowMs: clock(), clearedId }, messages), next };
}
