import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { CHAT_LIMIT_DEFAULT } from '../../../../../shared/limits.ts';
import { listen } from '../../../lib/listen.ts';
import { call } from '../../../lib/api/api.ts';
import { listenToChannel } from '../../../lib/realtime/realtime.ts';
import type { ChatPorts } from './chat-feed.ts';
import type { Pending } from './chat-state.ts';

export const loadMessages = (channelId: string, options: { before?: string; signal?: AbortSignal } = {}) =>
  call('GET /chat/{id}', {
    params: { id: channelId },
    query: { limit: CHAT_LIMIT_DEFAULT, ...(options.before && { before: options.before }) },
    ...(options.signal && { signal: options.signal }),
  });

/** Sends a message. Repeating the `key` sends nothing new and returns the first one. */
export const writeMessage = (
  channelId: string,
  { message, reply_to, shown_at, key }: Pending,
): Promise<ChatMessage> =>
  call('POST /chat/{id}', {
    params: { id: channelId },
    body: { message, ...(reply_to && { reply_to: reply_to.id }), ...(shown_at && { shown_at }) },
    headers: { 'idempotency-key': key },
  });

/** The ports of the feed in the browser. */
export const chatPorts = (channelId: string): ChatPorts => ({
  load: (signal) => loadMessages(channelId, { signal }),
  listen: (listener) => listenToChannel(channelId, listener),
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (act) =>
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && act()),
});
