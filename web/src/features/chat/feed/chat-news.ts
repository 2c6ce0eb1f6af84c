/** Events that change a chat, and the messages that they remove. */
import type { ChannelEvent } from '../../../../../shared/live/channel-events.ts';
import type { ChatList } from './chat-list.ts';

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

export interface Gone {
  readonly ids: ReadonlySet<string>;
  /** All are gone whose id is not after this one. */
  readonly upTo: string;
}

export const NOTHING_GONE: Gone = { ids: new Set(), upTo: '' };

/** What is gone once this was heard, too. */
export function goneWith(gone: Gone, news: ChatNews): Gone {
  switch (news.type) {
    case 'message':
      return gone;
    case 'removed':
      return { ...gone, ids: new Set([...gone.ids, ...news.ids]) };
    case 'cleared':
      return news.before > gone.upTo ? { ...gone, upTo: news.before } : gone;
  }
}

/** Those that are still there, and quote nothing else; the same array when all are and do. */
export function still({ ids, upTo }: Gone, list: ChatList): ChatList {
  const isGone = ({ id }: { readonly id: string }): boolean => id <= upTo || ids.has(id);
  const quotesGone = ({ reply_to }: ChatList[number]): boolean => reply_to !== undefined && isGone(reply_to);
  if (!list.some((message) => isGone(message) || quotesGone(message))) return list;
  return list
    .filter((message) => !isGone(message))
    .map((message) => (quotesGone(message) ? withoutQuote(message) : message));
}

function withoutQuote(message: ChatList[number]): ChatList[number] {
  const { reply_to, ...alone } = message;
  return reply_to ? alone : message;
}
