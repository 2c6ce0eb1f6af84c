import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatList } from '../../../web/src/features/chat/messages/chat-list.ts';
import {
  type ChatPorts,
  POLL_MS,
  type SocketHandlers,
  followChat,
} from '../../../web/src/features/chat/messages/chat-feed.ts';
import { aMessage, messages } from '../support/chat.ts';

/** An API and a socket that a test moves by hand. */
class Chat {
  written: ChatList = [];
  loads = 0;
  isDown = false;
  isVisible = true;
  /** How the next attempts at the socket end. */
  canListen = true;
  attempts = 0;
  left = 0;
  socket: SocketHandlers | null = null;
  shown = (): void => {};

  readonly ports: ChatPorts = {
    load: () => {
      this.loads += 1;
      return this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.written);
    },
    listen: (handlers) => {
      this.attempts += 1;
      if (!this.canListen) return Promise.reject(new Error('refused'));
      this.socket = handlers;
      return Promise.resolve(() => {
        this.left += 1;
      });
    },
    isVisible: () => this.isVisible,
    onVisible: (listener) => {
      this.shown = listener;
      return () => {
        this.shown = () => {};
      };
    },
  };
}

const MINUTE_MS = 60_000;
let chat: Chat;
const report = { onCaughtUp: vi.fn(), onCutOff: vi.fn(), onMessages: vi.fn() };
let stop = (): void => {};

const start = async () => {
  stop = followChat(chat.ports, report);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  chat = new Chat();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('the feed of a chat', () => {
  it('brings the history, and again what was written before the socket was there', async () => {
    chat.written = messages(0, 2);
    await start();
    expect(chat.loads).toBe(2);
    expect(report.onCaughtUp).toHaveBeenLastCalledWith(messages(0, 2));
  });

  it('shows a burst from the socket together', async () => {
    await start();
    for (const message of messages(0, 50)) chat.socket?.onEvent({ messages: [message] });
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onMessages.mock.calls).toEqual([[messages(0, 50)]]);
  });

  it('passes over what is no message', async () => {
    await start();
    for (const odd of [null, 'text', 7, {}, { ...aMessage(1), message: 7 }])
      for (const event of [odd, { messages: odd }, { messages: [odd] }, { messages: [] }])
        chat.socket?.onEvent(event);
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onMessages).not.toHaveBeenCalled();
  });

  it('polls every three seconds while there is no socket, and tries it again', async () => {
    chat.canListen = false;
    await start();
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(10 * POLL_MS);
    expect(chat.loads).toBe(10);
    expect(chat.attempts).toBeGreaterThan(2);
  });

  it('asks less and less often for a socket that is refused', async () => {
    chat.canListen = false;
    await start();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(chat.attempts).toBeLessThan(20);
  });

  it('polls little while the socket works', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(chat.loads).toBeLessThanOrEqual(2);
  });

  it('falls back to polling when the socket breaks, and goes back to it', async () => {
    await start();
    chat.canListen = false;
    chat.socket?.onBroken();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(chat.left).toBe(1);
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(chat.loads).toBeGreaterThanOrEqual(3);
    chat.canListen = true;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    chat.socket?.onEvent({ messages: [aMessage(9)] });
    await vi.advanceTimersByTimeAsync(200);
    expect(report.onMessages).toHaveBeenCalledWith([aMessage(9)]);
  });

  it('rests while the page is hidden, and catches up when it is seen again', async () => {
    chat.canListen = false;
    await start();
    chat.isVisible = false;
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(chat.loads).toBe(0);
    chat.isVisible = true;
    chat.shown();
    expect(chat.loads).toBe(1);
  });

  it('says once that it is cut off, and heals by itself', async () => {
    chat.canListen = false;
    chat.isDown = true;
    await start();
    await vi.advanceTimersByTimeAsync(5 * POLL_MS);
    expect(report.onCutOff).toHaveBeenCalledTimes(1);
    chat.isDown = false;
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(report.onCaughtUp).toHaveBeenCalledTimes(1);
  });

  it('answers who asks during a request with what was there after they asked', async () => {
    const answers: ((page: ChatList) => void)[] = [];
    chat.canListen = false;
    stop = followChat({ ...chat.ports, load: () => new Promise((resolve) => answers.push(resolve)) }, report);
    chat.shown();
    expect(answers).toHaveLength(1);
    answers[0]?.([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(2);
  });

  it('leaves the socket and says nothing more once it is stopped', async () => {
    await start();
    vi.resetAllMocks();
    chat.socket?.onEvent({ messages: [aMessage(1)] });
    stop();
    chat.loads = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(chat.left).toBe(1);
    expect(chat.loads).toBe(0);
    expect(report.onMessages).not.toHaveBeenCalled();
  });
});
