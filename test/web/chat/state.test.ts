import { describe, expect, it } from 'vitest';
import type { ChatList } from '#web/features/chat/feed/chat-list.ts';
import { CHAT_LIMIT_DEFAULT } from '#shared/limits.ts';
import {
  type ChatEvent,
  type Pending,
  INITIAL_CHAT,
  KEPT_MAX,
  KEPT_READING_MAX,
  canReadBack,
  chatReducer,
  hasUnseen,
} from '#web/features/chat/feed/chat-state.ts';
import { aMessage, messages } from '../support/chat.ts';

const after = (...events: ChatEvent[]) => events.reduce(chatReducer, INITIAL_CHAT);
const caughtUp = (from: number, to: number): ChatEvent => ({ type: 'caught-up', page: messages(from, to) });
const said = (messages: ChatList): ChatEvent => ({
  type: 'news',
  news: messages.map((message) => ({ type: 'message', message })),
});
const arrived = (from: number, to: number): ChatEvent => said(messages(from, to));
const pending = (key: string, message: string): Pending => ({
  key,
  username: 'ada',
  message,
  timestamp: '2026-05-01T12:00:00.000Z',
});
const sending = (key: string, message: string): ChatEvent => ({
  type: 'sending',
  pending: pending(key, message),
});
const keysOf = (state: ReturnType<typeof after>) => state.pending.map(({ key }) => key);

describe('the own message', () => {
  it('appears once, whether socket or answer comes first', () => {
    const message = aMessage(1, { message: 'hello' });
    const socket: ChatEvent = said([message]);
    const answer: ChatEvent = { type: 'sent', key: 'k', message };
    for (const events of [
      [socket, answer],
      [answer, socket],
    ]) {
      const state = after(caughtUp(0, 0), sending('k', 'hello'), ...events);
      expect(state.messages).toEqual([message]);
      expect(state.pending).toEqual([]);
      expect(state.sentKeys).toEqual({ [message.id]: 'k' });
    }
  });

  it('stays pending while another user’s equal message arrives', () => {
    const theirs = aMessage(1, { username: 'bob', message: 'hello' });
    const state = after(sending('k', 'hello'), said([theirs]));
    expect(keysOf(state)).toEqual(['k']);
  });

  it('is confirmed one by one when sent twice', () => {
    const [first, second] = [aMessage(1, { message: 'gg' }), aMessage(2, { message: 'gg' })];
    const one = after(sending('a', 'gg'), sending('b', 'gg'), said([first]));
    expect(keysOf(one)).toEqual(['b']);
    const two = chatReducer(one, { type: 'sent', key: 'a', message: first });
    expect(keysOf(two)).toEqual(['b']);
    expect(chatReducer(two, { type: 'sent', key: 'b', message: second }).messages).toEqual([first, second]);
  });

  it('keeps its key although the site has changed its text', () => {
    const message = aMessage(1, { message: 'hello  there' });
    const state = after(sending('k', 'hello there'), { type: 'sent', key: 'k', message });
    expect([state.pending, state.sentKeys]).toEqual([[], { [message.id]: 'k' }]);
  });

  it('disappears when it could not be sent', () => {
    expect(after(sending('k', 'hello'), { type: 'not-sent', key: 'k' }).pending).toEqual([]);
  });
});

describe('the kept messages', () => {
  it('alone have a key of their sending', () => {
    const message = aMessage(1, { message: 'hello' });
    const early = after(caughtUp(0, 1), sending('k', 'hello'), { type: 'sent', key: 'k', message });
    expect(chatReducer(early, arrived(2, KEPT_MAX)).sentKeys).toEqual({ [message.id]: 'k' });
    expect(chatReducer(early, arrived(2, KEPT_MAX + 2)).sentKeys).toEqual({});
  });

  it('are the newest, and older ones can be loaded again', () => {
    const state = after(caughtUp(0, 10), arrived(10, KEPT_MAX + 20));
    expect(state.messages).toEqual(messages(20, KEPT_MAX + 20));
    expect(canReadBack(state)).toBe(true);
  });

  it('stay complete for a reader who scrolled up', () => {
    const reading = after(
      caughtUp(0, CHAT_LIMIT_DEFAULT),
      { type: 'scrolled', isAtEnd: false },
      arrived(CHAT_LIMIT_DEFAULT, KEPT_MAX + 20),
    );
    expect(reading.messages).toHaveLength(KEPT_MAX + 20);
    expect(chatReducer(reading, { type: 'scrolled', isAtEnd: true }).messages).toHaveLength(KEPT_MAX);
  });

  it('have an upper limit', () => {
    const reading = after(caughtUp(0, 10), { type: 'scrolled', isAtEnd: false }, arrived(10, 5000));
    expect(reading.messages).toHaveLength(KEPT_READING_MAX);
    expect(canReadBack(reading)).toBe(false);
  });
});

describe('older messages', () => {
  it('are offered after a full first page, and not after a short older one', () => {
    expect(canReadBack(after(caughtUp(0, CHAT_LIMIT_DEFAULT - 1)))).toBe(false);
    const full = after(caughtUp(100, 100 + CHAT_LIMIT_DEFAULT));
    expect(canReadBack(full)).toBe(true);
    const all = chatReducer(full, { type: 'older', page: messages(98, 100) });
    expect(all.messages).toEqual(messages(98, 100 + CHAT_LIMIT_DEFAULT));
    expect(canReadBack(all)).toBe(false);
    expect(canReadBack(chatReducer(all, caughtUp(101, 101 + CHAT_LIMIT_DEFAULT)))).toBe(false);
  });

  it('are offered when a message arrived before the first page', () => {
    const [early, page] = [
      arrived(CHAT_LIMIT_DEFAULT, CHAT_LIMIT_DEFAULT + 1),
      caughtUp(1, CHAT_LIMIT_DEFAULT + 1),
    ];
    expect(canReadBack(after(early, page))).toBe(true);
    expect(canReadBack(after(early, caughtUp(2, CHAT_LIMIT_DEFAULT + 1)))).toBe(false);
    expect(canReadBack(after(arrived(0, 1), caughtUp(0, 1)))).toBe(false);
  });
});

describe('a reader', () => {
  it('is notified of new messages only when not at the end', () => {
    const up = after(caughtUp(0, 5), { type: 'scrolled', isAtEnd: false });
    expect(hasUnseen(up)).toBe(false);
    const news = chatReducer(up, arrived(5, 6));
    expect(hasUnseen(news)).toBe(true);
    expect(hasUnseen(chatReducer(news, { type: 'older', page: [] }))).toBe(true);
    expect(hasUnseen(chatReducer(news, { type: 'scrolled', isAtEnd: true }))).toBe(false);
  });

  it('keeps the messages when the connection is lost', () => {
    const lost = after(caughtUp(0, 5), { type: 'cut-off' });
    expect(lost).toMatchObject({ status: 'ready', isCutOff: true, messages: messages(0, 5) });
    expect(chatReducer(lost, caughtUp(0, 5)).isCutOff).toBe(false);
    expect(after({ type: 'cut-off' }).status).toBe('failed');
  });

  it('causes no rendering when a poll brings nothing new', () => {
    const state = after(caughtUp(0, 5));
    expect(chatReducer(state, caughtUp(0, 5))).toBe(state);
    const settled: ChatEvent = { type: 'caught-up', page: messages(0, 5), isSettled: true };
    expect(chatReducer(state, settled)).toBe(state);
  });
});

describe('a removed message', () => {
  const removed = (...at: number[]): ChatEvent => ({
    type: 'news',
    news: [{ type: 'removed', ids: at.map((n) => aMessage(n).id) }],
  });
  const cleared = (at: number): ChatEvent => ({
    type: 'news',
    news: [{ type: 'cleared', before: aMessage(at).id }],
  });

  it('leaves the page, and the others stay', () => {
    expect(after(caughtUp(0, 5), removed(1, 3)).messages).toEqual([aMessage(0), aMessage(2), aMessage(4)]);
  });

  it.each([
    ['a late delivery', arrived(0, 5)],
    ['an answer from a cache', caughtUp(0, 5)],
    ['reading back', { type: 'older', page: messages(0, 5) } satisfies ChatEvent],
    ['the answer to its writer', { type: 'sent', key: 'k', message: aMessage(1) } satisfies ChatEvent],
  ])('does not return by %s', (_, event) => {
    expect(after(caughtUp(0, 0), removed(1), event).messages.map(({ id }) => id)).not.toContain(
      aMessage(1).id,
    );
  });

  it('removes nothing else when its event comes early or twice', () => {
    expect(after(removed(1), removed(1), arrived(0, 3)).messages).toEqual([aMessage(0), aMessage(2)]);
  });

  it('is one of a limited number that the page remembers', () => {
    const ids = Array.from({ length: 5000 }, (_, at) => at);
    const state = after(removed(...ids), arrived(4999, 5001));
    expect(state.gone.ids.size).toBe(1000);
    expect(state.messages).toEqual([aMessage(5000)]);
  });

  it('returns when its removal is undone', () => {
    const restored: ChatEvent = { type: 'news', news: [{ type: 'restored', messages: [aMessage(1)] }] };
    expect(after(caughtUp(0, 3), removed(1), restored).messages).toEqual(messages(0, 3));
  });

  it('leaves with all earlier ones when the chat is cleared', () => {
    const state = after(caughtUp(0, 5), cleared(3), cleared(1), arrived(0, 7));
    expect(state.messages).toEqual(messages(4, 7));
  });

  it('leaves with the first complete page without it', () => {
    const page = [aMessage(0), aMessage(2)];
    const [settled, early] = [true, false].map((isSettled): ChatEvent => ({
      type: 'caught-up',
      page,
      isSettled,
    }));
    const visible = [caughtUp(0, 3), { type: 'marked' }, arrived(3, 4)] satisfies ChatEvent[];
    expect(after(...visible, early!).messages).toEqual(messages(0, 4));
    const state = after(...visible, settled!);
    expect(state.messages).toEqual([...page, aMessage(3)]);
    expect(chatReducer(state, caughtUp(0, 4)).messages).toEqual([...page, aMessage(3)]);
  });

  it('is no longer quoted, and its replies stay', () => {
    const { id, username, message } = aMessage(1);
    const answer = aMessage(3, { reply_to: { id, username, message } });
    const said: ChatEvent = { type: 'caught-up', page: [aMessage(1), answer] };
    expect(after(said, removed(1)).messages).toEqual([aMessage(3)]);
    expect(after(said, removed(2)).messages).toEqual([aMessage(1), answer]);
  });
});
