import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_LIMIT_DEFAULT } from '#shared/limits.ts';
import {
  catchUp,
  type ChatList,
  type ChatNews,
  type RemovedMessages,
  withRemovals,
  merge,
  missingIn,
  newest,
  NONE_REMOVED,
  withoutRemoved,
} from './chat-list.ts';

/** The number of messages kept … */
export const KEPT_MAX = 150;
/** … and while the user reads back, so that the text does not move. */
export const KEPT_READING_MAX = 1000;

export interface Pending extends Omit<ChatMessage, 'id'> {
  readonly key: string;
}

export interface ChatState {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly messages: ChatList;
  readonly pending: readonly Pending[];
  /** The keys that messages had while pending: their lines stay, so that screen readers announce them once. */
  readonly sentKeys: Readonly<Record<string, string>>;
  /** Removals since the page was opened, which a cached response may still contain. */
  readonly gone: RemovedMessages;
  readonly hasOlder: boolean;
  /** The last request failed, so the list may be out of date. */
  readonly isCutOff: boolean;
  /** The newest message when the reader scrolled up; `null` at the end. */
  readonly leftAt: string | null;
  /** The newest message at the last mark. If a later page lacks it, it was removed. */
  readonly markedAt: string;
}

export type ChatEvent =
  /** `isSettled`: the page contains all changes before the last mark. */
  | { readonly type: 'caught-up'; readonly page: ChatList; readonly isSettled?: boolean }
  /** Marks the current state for comparison with a later page. */
  | { readonly type: 'marked' }
  /** Loading the newest messages failed; once per interruption. */
  | { readonly type: 'cut-off' }
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
  sentKeys: {},
  gone: NONE_REMOVED,
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
        messages: withoutRemoved(state.gone, merge(state.messages, event.page)),
        hasOlder: event.page.length >= CHAT_LIMIT_DEFAULT,
      };
    case 'sending':
      return { ...state, pending: [...state.pending, event.pending] };
    case 'sent':
      return without(event.key, withMessages(sent(state, event), merge(state.messages, [event.message])));
    case 'not-sent':
      return without(event.key, state);
    case 'scrolled':
      return scrolled(state, event.isAtEnd);
  }
}

/** Whether the page may load older messages, of which it keeps a limited number. */
export const canReadBack = ({ status, hasOlder, messages }: ChatState): boolean =>
  status === 'ready' && hasOlder && messages.length < KEPT_READING_MAX;

/** Whether new messages are below the visible part. */
export const hasUnseen = ({ leftAt, messages }: ChatState): boolean =>
  leftAt !== null && (messages.at(-1)?.id ?? '') > leftAt;

/** Removes messages that disappeared without an event. */
function withoutMissing(state: ChatState, page: ChatList): ChatState {
  const ids = missingIn(page, state.messages, CHAT_LIMIT_DEFAULT, state.markedAt);
  return ids.length === 0 ? state : received(state, [{ type: 'removed', ids: [...ids] }]);
}

function caughtUp(state: ChatState, page: ChatList): ChatState {
  const messages = catchUp(state.messages, page, CHAT_LIMIT_DEFAULT);
  if (messages === state.messages && state.status === 'ready' && !state.isCutOff) return state;
  const firstBefore = state.messages[0]?.id;
  const isNewStart = firstBefore === undefined || messages[0]?.id !== firstBefore;
  return {
    ...withMessages(state, messages),
    status: 'ready',
    isCutOff: false,
    ...(isNewStart && { hasOlder: page.length >= CHAT_LIMIT_DEFAULT }),
  };
}

function received(state: ChatState, news: readonly ChatNews[]): ChatState {
  const gone = news.reduce(withRemovals, state.gone);
  const written = news.flatMap((one) =>
    one.type === 'message' ? [one.message] : one.type === 'restored' ? one.messages : [],
  );
  return withMessages(gone === state.gone ? state : { ...state, gone }, merge(state.messages, written));
}

/** Sets the messages, drops the oldest, and settles pending ones. */
function withMessages(state: ChatState, all: ChatList): ChatState {
  const messages = withoutRemoved(state.gone, all);
  if (messages === state.messages) return state;
  const known = new Set(state.messages.map(({ id }) => id));
  const fresh = messages.filter(({ id }) => !known.has(id));
  return trimmed({ ...state, messages, ...settled(state, fresh) });
}

function sent(state: ChatState, { key, message: { id } }: Extract<ChatEvent, { type: 'sent' }>): ChatState {
  const isWaiting = state.pending.some((mine) => mine.key === key);
  const isNew = isWaiting && state.messages.every((message) => message.id !== id);
  return isNew ? { ...state, sentKeys: { ...state.sentKeys, [id]: key } } : state;
}

/** The socket is often faster than the response: each new message settles one of the same author and text. */
function settled({ pending, sentKeys }: ChatState, fresh: ChatList): Pick<ChatState, 'pending' | 'sentKeys'> {
  let rest = pending;
  const keys: Record<string, string> = {};
  for (const { id, username, message, action } of fresh) {
    const own = (mine: Pending) =>
      mine.username === username && mine.message === message && mine.action === action;
    const match = rest.find(({ key }) => key === sentKeys[id]) ?? rest.find(own);
    if (!match) continue;
    keys[id] = match.key;
    rest = rest.filter((mine) => mine !== match);
  }
  return { pending: rest, sentKeys: rest === pending ? sentKeys : { ...sentKeys, ...keys } };
}

function trimmed(state: ChatState): ChatState {
  const messages = newest(state.messages, state.leftAt === null ? KEPT_MAX : KEPT_READING_MAX);
  if (messages === state.messages) return state;
  const kept = new Set(messages.map(({ id }) => id));
  const sentKeys = Object.fromEntries(Object.entries(state.sentKeys).filter(([id]) => kept.has(id)));
  return { ...state, messages, sentKeys, hasOlder: true };
}

function without(key: string, state: ChatState): ChatState {
  const pending = state.pending.filter((mine) => mine.key !== key);
  return pending.length === state.pending.length ? state : { ...state, pending };
}

function scrolled(state: ChatState, isAtEnd: boolean): ChatState {
  if (isAtEnd === (state.leftAt === null)) return state;
  return trimmed({ ...state, leftAt: isAtEnd ? null : (state.messages.at(-1)?.id ?? '') });
}
