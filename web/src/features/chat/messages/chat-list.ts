/** The messages that a page holds: each once, oldest first. Ids are ULIDs, so their order is the order of writing. */
import type { ChatMessage } from '../../../../../shared/chat.ts';

export type ChatList = readonly ChatMessage[];

/** The messages of both; the same array when `more` has nothing new. */
export function merge(list: ChatList, more: ChatList): ChatList {
  const known = new Set(list.map(({ id }) => id));
  const fresh = [...new Map(more.map((message) => [message.id, message])).values()].filter(
    ({ id }) => !known.has(id),
  );
  if (fresh.length === 0) return list;
  return [...list, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The list brought up to date with the newest `page` of at most `pageSize` messages. After a long break the two do not
 * touch; then the page stands alone, since a list with a hole in it would tell a wrong story.
 */
export function catchUp(list: ChatList, page: ChatList, pageSize: number): ChatList {
  const lastKnown = list.at(-1)?.id ?? '';
  const hasGap = page.length >= pageSize && page.every(({ id }) => id > lastKnown);
  return hasGap ? merge([], page) : merge(list, page);
}

/** The newest `max` messages. */
export const newest = (list: ChatList, max: number): ChatList =>
  list.length > max ? list.slice(-max) : list;
