/** The messages that a page holds: each once, oldest first. Ids are ULIDs, so their order is the order of writing. */
import type { ChatMessage } from '../../../../../shared/community/chat.ts';

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

/**
 * Which messages up to `lastId` a `page` of the newest, of at most `pageSize`, should have and has not: they were taken away.
 * A full page tells nothing of what is older than its first.
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
