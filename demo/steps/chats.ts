import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_LIMIT_MAX } from '#shared/limits.ts';
import type { Line } from '../cast/conversations.ts';
import type { People, Person } from './people.ts';

/**
 * Says what is missing of a conversation in a channel's chat, in its order. A chat that has more messages than can be
 * looked at is left as it is.
 */
export async function converse(host: Person, lines: readonly Line[], people: People): Promise<void> {
  const history = await latestMessages(host);
  if (history.length === CHAT_LIMIT_MAX) return;
  const said = new Set(history.map(({ username, message }) => sameLine(username, message)));
  for (const [index, [username, message]] of lines.entries()) {
    const speaker = people.get(username);
    if (!speaker || said.has(sameLine(username, message))) continue;
    // The key holds for a day, and so keeps two runs at once from saying it twice.
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
