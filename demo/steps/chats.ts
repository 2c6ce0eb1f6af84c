import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_LIMIT_MAX } from '#shared/limits.ts';
import type { Line } from '../cast/conversations.ts';
import type { People, Person } from './people.ts';

/**
 * Sends the missing messages of a conversation in a channel's chat in order. A chat with more messages than one page is
 * left unchanged.
 */
export async function postConversation(host: Person, lines: readonly Line[], people: People): Promise<void> {
  const history = await latestMessages(host);
  if (history.length === CHAT_LIMIT_MAX) return;
  const said = new Set(history.map(({ username, message }) => sameLine(username, message)));
  for (const [index, [username, message]] of lines.entries()) {
    const speaker = people.get(username);
    if (!speaker || said.has(sameLine(username, message))) continue;
    // The idempotency key is valid for a day, so two simultaneous runs do not send it twice.
    await say(speaker, host, message, `demo-line-${index}`);
  }
}

export async function say(speaker: Person, host: Person, message: string, key: string): Promise<void> {
  const request = { params: { id: host.id }, body: { message }, headers: { 'idempotency-key': key } };
  await speaker.api.call('POST /chat/{id}', request);
}

export const latestMessages = (host: Person): Promise<ChatMessage[]> =>
  host.api.call('GET /chat/{id}', { params: { id: host.id }, query: { limit: CHAT_LIMIT_MAX } });

const sameLine = (username: string, message: string): string => `${username} ${message}`;
