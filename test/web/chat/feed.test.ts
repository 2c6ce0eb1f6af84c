import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChatList } from '#web/features/chat/feed/chat-list.ts';
import type { ChatEvent } from '#web/features/chat/feed/chat-state.ts';
import { type ChatPorts, POLL_MS, followChat } from '#web/features/chat/feed/chat-feed.ts';
import { aMessage, messages } from '../support/chat.ts';

/** An API and a socket that a test moves by hand. */
class Chat {
  written: ChatList = [];
  loads = 0;
  isDown = false;
  isVisible = true;
  socket: Parameters<ChatPorts['listen']>[0] | null = null;
  visible = (): void => {};

  readonly ports: ChatPorts = {
    load: () => {
      this.loads += 1;
      return this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.written);
    },
    listen: (listener) => {
      this.socket = listener;
      return () => {
        this.socket = null;
      };
    },
    isVisible: () => this.isVisible,
    onVisible: (listener) => {
      this.visible = listener;
      return () => {
        this.visible = () => {};
      };
    },
  };
}

const MINUTE_MS = 60_000;
const said = (message: ChatMessage): ChannelEvent => ({ type: 'message', message });
let chat: Chat;
const report = { onCaughtUp: vi.fn(), onMark: vi.fn(), onCutOff: vi.fn(), onNews: vi.fn() };
const dispatch = (event: ChatEvent): void => {
  if (event.type === 'caught-up') report.onCaughtUp(event.page, event.isSettled);
  else if (event.type === 'news') report.onNews(event.news);
  else if (event.type === 'marked') report.onMark();
  else report.onCutOff(event.type);
};
let stop = (): void => {};

const start = async () => {
  stop = followChat(chat.ports, dispatch);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  chat = new Chat();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('the chat feed', () => {
  it('loads the history, and again when the socket opens', async () => {
    chat.written = messages(0, 2);
    await start();
    chat.socket?.onChange(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(chat.loads).toBe(2);
    expect(report.onCaughtUp).toHaveBeenLastCalledWith(messages(0, 2), false);
  });

  it('shows simultaneous messages together', async () => {
    await start();
    for (const message of messages(0, 5)) chat.socket?.onEvents([said(message)]);
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onNews.mock.calls).toEqual([[messages(0, 5).map(said)]]);
  });

  it('shows a burst in parts, in order, each message once', async () => {
    await start();
    chat.socket?.onEvents(messages(0, 25).map(said));
    await vi.advanceTimersByTimeAsync(500);
    const pieces = report.onNews.mock.calls.map(([news]) => news as unknown[]);
    expect(pieces.flat()).toEqual(messages(0, 25).map(said));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(10);
  });

  it('shows a burst at once on a hidden page', async () => {
    await start();
    chat.isVisible = false;
    chat.socket?.onEvents(messages(0, 25).map(said));
    await vi.advanceTimersByTimeAsync(100);
    expect(report.onNews.mock.calls).toEqual([[messages(0, 25).map(said)]]);
  });

  it('ignores unknown events', async () => {
    await start();
    const odd = [
      { type: 'confetti' },
      ...[null, 'text', 7, {}, { ...aMessage(1), message: 7 }].map((message) => ({
        type: 'message',
        message,
      })),
      ...[null, 'text', [7]].map((ids) => ({ type: 'removed', ids })),
      { type: 'cleared' },
    ];
    chat.socket?.onEvents(odd as unknown as ChannelEvent[]);
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onNews).not.toHaveBeenCalled();
  });

  it('after an interruption loads at once, and again past every cache', async () => {
    await start();
    chat.socket?.onChange(true);
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    report.onCaughtUp.mockClear();
    chat.socket?.onChange(false);
    chat.socket?.onChange(true);
    const marks = report.onMark.mock.calls.length;
    await vi.advanceTimersByTimeAsync(4 * POLL_MS);
    const settled = report.onCaughtUp.mock.calls.map(([, isSettled]) => isSettled as boolean);
    expect([settled.at(0), settled.at(-1)]).toEqual([true, true]);
    expect(report.onMark.mock.calls.length - marks).toBe(2);
  });

  it('polls every three seconds without a socket', async () => {
    await start();
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(chat.loads).toBe(10);
  });

  it('hardly polls with a socket', async () => {
    await start();
    chat.socket?.onChange(true);
    await vi.advanceTimersByTimeAsync(4 * POLL_MS);
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(chat.loads).toBeLessThanOrEqual(6);
  });

  it('polls when the socket breaks, and stops when it returns', async () => {
    await start();
    chat.socket?.onChange(true);
    chat.socket?.onChange(false);
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(chat.loads).toBeGreaterThanOrEqual(3);
    chat.socket?.onChange(true);
    chat.socket?.onEvents([said(aMessage(9))]);
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onNews).toHaveBeenCalledWith([said(aMessage(9))]);
  });

  it('stops while the page is hidden, and catches up after', async () => {
    await start();
    chat.isVisible = false;
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(chat.loads).toBe(0);
    chat.isVisible = true;
    chat.visible();
    expect(chat.loads).toBe(1);
  });

  it('reports an interruption once and recovers by itself', async () => {
    chat.isDown = true;
    await start();
    await vi.advanceTimersByTimeAsync(5 * POLL_MS);
    expect(report.onCutOff.mock.calls).toEqual([['cut-off']]);
    chat.isDown = false;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(report.onCaughtUp).toHaveBeenCalledTimes(1);
  });

  it('answers a request during another one with newer messages', async () => {
    const answers: ((page: ChatList) => void)[] = [];
    stop = followChat(
      { ...chat.ports, load: () => new Promise((resolve) => answers.push(resolve)) },
      dispatch,
    );
    chat.visible();
    expect(answers).toHaveLength(1);
    answers[0]?.([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(2);
  });

  it('is silent after it was stopped', async () => {
    await start();
    vi.resetAllMocks();
    chat.socket?.onEvents([said(aMessage(1))]);
    stop();
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(chat.socket).toBeNull();
    expect(chat.loads).toBe(0);
    expect(report.onNews).not.toHaveBeenCalled();
  });
});
