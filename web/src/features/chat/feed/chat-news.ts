/** What the socket tells that changes a chat. */
import type { ChannelEvent } from '../../../../../shared/live/channel-events.ts';

export type ChatNews = Extract<ChannelEvent, { readonly type: 'message' | 'removed' | 'cleared' }>;

/** The socket carries what our own Lambdas publish; what this page does not know, or know so, is passed over. */
export function isChatNews(event: ChannelEvent): event is ChatNews {
  switch (event.type) {
    case 'message':
      return isChatMessage(event.message);
    case 'removed':
      return Array.isArray(event.ids) && event.ids.every((id) => typeof id === 'string');
    case 'cleared':
      return typeof event.before === 'string';
    default:
      return false;
  }
}

function isChatMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['id', 'username', 'message', 'timestamp'].every((name) => typeof fields[name] === 'string');
}
