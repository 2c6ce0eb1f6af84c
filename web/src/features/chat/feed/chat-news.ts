/** The events that change a chat. */
import type { ChannelEvent } from '../../../../../shared/live/channel-events.ts';
import type { ChatList } from './chat-list.ts';

export type ChatNews = Extract<ChannelEvent, { readonly type: 'message' | 'removed' | 'cleared' }>;

/** Ignores unknown or malformed events. */
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
  /** All messages up to this id are removed. */
  readonly upTo: string;
}

export const NOTHING_GONE: Gone = { ids: new Set(), upTo: '' };

/** Adds an event's removals. */
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

/** Drops removed messages and quotes of them; returns the same array if nothing changes. */
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
