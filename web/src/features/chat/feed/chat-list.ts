import type { ChatMessage } from '../../../../../shared/community/chat.ts';

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
