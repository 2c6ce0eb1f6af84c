/** What the chat of one channel shows, and how each event changes it. */
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { CHAT_LIMIT_DEFAULT } from '../../../../../shared/limits.ts';
import { type ChatList, catchUp, merge, missingIn, newest } from './chat-list.ts';
import { type ChatNews, type Gone, goneWith, NOTHING_GONE, still } from './chat-news.ts';

/** Messages that the page keeps … */
export const KEPT_MAX = 150;
/** … and while somebody reads back, so that nothing moves away under their eyes. */
export const KEPT_READING_MAX = 1000;

/** A message on its way. `key` is its Idempotency-Key. */
export interface Pending extends Omit<ChatMessage, 'id'> {
  readonly key: string;
}

export interface ChatState {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly messages: ChatList;
  readonly pending: readonly Pending[];
  /** What was taken away while the page is open: an answer from a cache may still have it. */
  readonly gone: Gone;
  readonly hasOlder: boolean;
  /** The last answer did not come: what is shown may be out of date. */
  readonly isCutOff: boolean;
  /** The newest message when the reader scrolled up; `null` while they are at the end. */
  readonly leftAt: string | null;
  /** The newest message as of the last mark: a page that was asked for later has it, or it is gone. */
  readonly markedAt: string;
}

export type ChatEvent =
  /** The newest messages, as the API answers them; `isSettled`: no earlier than the last mark. */
  | { readonly type: 'caught-up'; readonly page: ChatList; readonly isSettled?: boolean }
  | { readonly type: 'marked' }
  | { readonly type: 'cut-off' }
  /** What the socket tells. */
  | { readonly type: 'news'; readonly news: readonly ChatNews[] }
  | { readonly type: 'older'; readonly page: ChatList }
  | { readonly type: 'sending'; readonly pending: Pending }
  | { readonly type: 'sent'; readonly key: string; readonly message: ChatMessage }
  | { readonly type: 'not-sent'; readonly key: string }
  | { readonly type: 'scrolled'; readonly isAtEnd: boolean };

export const INITIAL_CHAT: ChatState = {
  status: 'loading',
  messages: [],
  pending: [],
  gone: NOTHING_GONE,
  hasOlder: false,
  isCutOff: false,
  leftAt: null,
  markedAt: '',
};

export function chatReducer(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'caught-up':
      return caughtUp(event.isSettled ? withoutMissing(state, event.page) : state, event.page);
    case 'marked':
      return { ...state, markedAt: state.messages.at(-1)?.id ?? '' };
    case 'cut-off':
      return { ...state, status: state.status === 'ready' ? 'ready' : 'failed', isCutOff: true };
    case 'news':
      return received(state, event.news);
    case 'older':
      return {
        ...state,
        messages: still(state.gone, merge(state.messages, event.page)),
        hasOlder: event.page.length >= CHAT_LIMIT_DEFAULT,
      };
    case 'sending':
      return { ...state, pending: [...state.pending, event.pending] };
    case 'sent':
      return without(event.key, withMessages(state, merge(state.messages, [event.message])));
    case 'not-sent':
      return without(event.key, state);
    case 'scrolled':
      return scrolled(state, event.isAtEnd);
  }
}

/** Whether older messages may be asked for: the page keeps only so many. */
export const canReadBack = ({ status, hasOlder, messages }: ChatState): boolean =>
  status === 'ready' && hasOlder && messages.length < KEPT_READING_MAX;

/** Whether there is something below that the reader has not seen. */
export const hasUnseen = ({ leftAt, messages }: ChatState): boolean =>
  leftAt !== null && (messages.at(-1)?.id ?? '') > leftAt;

/** What is shown to who does not want to see these people. */
export function withoutPeople(state: ChatState, usernames: readonly string[]): ChatState {
  if (usernames.length === 0) return state;
  const hidden = new Set(usernames);
  return { ...state, messages: state.messages.filter(({ username }) => !hidden.has(username)) };
}

/** What was taken away while nobody told this page. */
function withoutMissing(state: ChatState, page: ChatList): ChatState {
  const ids = missingIn(page, state.messages, CHAT_LIMIT_DEFAULT, state.markedAt);
  return ids.length === 0 ? state : received(state, [{ type: 'removed', ids: [...ids] }]);
}

function caughtUp(state: ChatState, page: ChatList): ChatState {
  const messages = catchUp(state.messages, page, CHAT_LIMIT_DEFAULT);
  if (messages === state.messages && state.status === 'ready' && !state.isCutOff) return state;
  const firstBefore = state.messages[0]?.id;
  const isNewStart = firstBefore === undefined || (messages[0]?.id ?? '') > firstBefore;
  return {
    ...withMessages(state, messages),
    status: 'ready',
    isCutOff: false,
    ...(isNewStart && { hasOlder: page.length >= CHAT_LIMIT_DEFAULT }),
  };
}

function received(state: ChatState, news: readonly ChatNews[]): ChatState {
  const gone = news.reduce(goneWith, state.gone);
  const written = news.flatMap((one) => (one.type === 'message' ? [one.message] : []));
  return withMessages(gone === state.gone ? state : { ...state, gone }, merge(state.messages, written));
}

/** Takes the new list, lets go of the oldest, and of what was on its way and has come back as a message. */
function withMessages(state: ChatState, all: ChatList): ChatState {
  const messages = still(state.gone, all);
  if (messages === state.messages) return state;
  const known = new Set(state.messages.map(({ id }) => id));
  const fresh = messages.filter(({ id }) => !known.has(id));
  return trimmed({ ...state, messages, pending: unanswered(state.pending, fresh) });
}

/** The socket is often faster than the answer: each new message settles one of the same person and words. */
function unanswered(pending: readonly Pending[], fresh: ChatList): readonly Pending[] {
  let rest = pending;
  for (const { username, message } of fresh) {
    const settled = rest.find((mine) => mine.username === username && mine.message === message);
    if (settled) rest = rest.filter((mine) => mine !== settled);
  }
  return rest;
}

function trimmed(state: ChatState): ChatState {
  const messages = newest(state.messages, state.leftAt === null ? KEPT_MAX : KEPT_READING_MAX);
  return messages === state.messages ? state : { ...state, messages, hasOlder: true };
}

function without(key: string, state: ChatState): ChatState {
  const pending = state.pending.filter((mine) => mine.key !== key);
  return pending.length === state.pending.length ? state : { ...state, pending };
}

function scrolled(state: ChatState, isAtEnd: boolean): ChatState {
  if (isAtEnd === (state.leftAt === null)) return state;
  return trimmed({ ...state, leftAt: isAtEnd ? null : (state.messages.at(-1)?.id ?? '') });
}
