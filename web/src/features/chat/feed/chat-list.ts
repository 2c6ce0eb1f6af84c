import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';

export type ChatList = readonly ChatMessage[];

/** Merges two lists; returns the same array if `more` adds nothing. */
export function merge(list: ChatList, more: ChatList): ChatList {
  const known = new Set(list.map(({ id }) => id));
  const fresh = [...new Map(more.map((message) => [message.id, message])).values()].filter(
    ({ id }) => !known.has(id),
  );
  if (fresh.length === 0) return list;
  return [...list, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Merges the newest `page` of at most `pageSize` messages. Without overlap it replaces the list, because a list with
 * a gap would mislead.
 */
export function catchUp(list: ChatList, page: ChatList, pageSize: number): ChatList {
  const lastKnown = list.at(-1)?.id ?? '';
  const hasGap = page.length >= pageSize && page.every(({ id }) => id > lastKnown);
  return hasGap ? merge([], page) : merge(list, page);
}

export const newest = (list: ChatList, max: number): ChatList =>
  list.length > max ? list.slice(-max) : list;

/**
 * The messages up to `lastId` that `page` lacks because they were removed. A full page says nothing about messages
 * older than its first.
 */
export function missingIn(
  page: ChatList,
  list: ChatList,
  pageSize: number,
  lastId: string,
): readonly string[] {
  const firstId = page.length < pageSize ? '' : (page[0]?.id ?? '');
  const there = new Set(page.map(({ id }) => id));
  return list.flatMap(({ id }) => (id > firstId && id <= lastId && !there.has(id) ? [id] : []));
}

export type ChatNews = Extract<
  ChannelEvent,
  { readonly type: 'message' | 'removed' | 'restored' | 'cleared' }
>;

/** Ignores unknown or malformed events. */
export function isChatNews(event: ChannelEvent): event is ChatNews {
  switch (event.type) {
    case 'message':
      return isChatMessage(event.message);
    case 'removed':
      return Array.isArray(event.ids) && event.ids.every((id) => typeof id === 'string');
    case 'restored':
      return Array.isArray(event.messages) && event.messages.every(isChatMessage);
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

/** A cached response is older than fewer removals. */
const REMOVED_MAX = 1000;

export interface RemovedMessages {
  /** The latest removals. */
  readonly ids: ReadonlySet<string>;
  /** All messages up to this id are removed. */
  readonly upTo: string;
}

export const NONE_REMOVED: RemovedMessages = { ids: new Set(), upTo: '' };

export function withRemovals(gone: RemovedMessages, news: ChatNews): RemovedMessages {
  switch (news.type) {
    case 'message':
      return gone;
    case 'removed':
      return { ...gone, ids: new Set([...gone.ids, ...news.ids].slice(-REMOVED_MAX)) };
    case 'restored': {
      const back = new Set(news.messages.map(({ id }) => id));
      return { ...gone, ids: new Set([...gone.ids].filter((id) => !back.has(id))) };
    }
    case 'cleared':
      return news.before > gone.upTo ? { ...gone, upTo: news.before } : gone;
  }
}

/** Drops removed messages and quotes of them; returns the same array if nothing changes. */
export function withoutRemoved({ ids, upTo }: RemovedMessages, list: ChatList): ChatList {
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
