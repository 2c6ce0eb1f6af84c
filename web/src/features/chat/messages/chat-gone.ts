/** Messages that were taken away. What comes late, or twice, or from a cache, does not bring them back. */
import type { ChatList } from './chat-list.ts';
import type { ChatNews } from './chat-news.ts';

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

/** Those that are still there; the same array when all are. */
export function still({ ids, upTo }: Gone, list: ChatList): ChatList {
  const isGone = ({ id }: ChatList[number]): boolean => id <= upTo || ids.has(id);
  return list.some(isGone) ? list.filter((message) => !isGone(message)) : list;
}
