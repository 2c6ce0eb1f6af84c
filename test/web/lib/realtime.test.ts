import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  keepListening,
  type OpenSocket,
  shareTopics,
  type SocketHandlers,
} from '#web/lib/realtime/topics.ts';

/** A socket that a test moves by hand. */
class Sockets {
  /** How the next attempts end. */
  canOpen = true;
  attempts = 0;
  left = 0;
  socket: SocketHandlers | null = null;
  readonly open: OpenSocket = (handlers) => {
    this.attempts += 1;
    if (!this.canOpen) return Promise.reject(new Error('refused'));
    this.socket = handlers;
    return Promise.resolve(() => {
      this.left += 1;
    });
  };
}

const MINUTE_MS = 60_000;
const RETRY_MS = 4000;
const EVENT = { type: 'viewers', viewers: 3 };
let sockets: Sockets;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = new Sockets();
});
afterEach(() => vi.useRealTimers());
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('the realtime connection', () => {
  let stop = (): void => {};
  const received = { onEvent: vi.fn(), onChange: vi.fn() };
  const start = async () => {
    vi.resetAllMocks();
    stop = keepListening(sockets.open, received);
    await settle();
  };
  afterEach(() => stop());

  it('reports when events begin, and delivers them', async () => {
    await start();
    expect(received.onChange.mock.calls).toEqual([[true]]);
    sockets.socket?.onEvent(EVENT);
    expect(received.onEvent).toHaveBeenCalledExactlyOnceWith(EVENT);
  });

  it('closes a broken socket, reports it and opens another', async () => {
    await start();
    sockets.socket?.onBroken();
    await settle(RETRY_MS);
    expect(sockets.left).toBe(1);
    expect(received.onChange.mock.calls).toEqual([[true], [false], [true]]);
    sockets.socket?.onEvent(EVENT);
    expect(received.onEvent).toHaveBeenCalledTimes(1);
  });

  it('retries a refused socket with growing waits', async () => {
    sockets.canOpen = false;
    await start();
    await settle(MINUTE_MS / 2);
    expect(sockets.attempts).toBeGreaterThan(2);
    await settle(10 * MINUTE_MS);
    expect(sockets.attempts).toBeLessThan(20);
    expect(received.onChange).not.toHaveBeenCalled();
  });

  it('is silent after it was closed', async () => {
    await start();
    stop();
    sockets.socket?.onEvent(EVENT);
    await settle(MINUTE_MS);
    expect(sockets.left).toBe(1);
    expect(sockets.attempts).toBe(1);
    expect(received.onEvent).not.toHaveBeenCalled();
    expect(received.onChange.mock.calls).toEqual([[true]]);
  });
});

describe('a topic', () => {
  const listenerOf = () => ({ onEvents: vi.fn(), onChange: vi.fn() });

  it('is subscribed to once for all listeners', async () => {
    const listenTo = shareTopics();
    const [first, second] = [listenerOf(), listenerOf()];
    const leaveFirst = listenTo('/channels/ada', sockets.open, first);
    await settle();
    const leaveSecond = listenTo('/channels/ada', sockets.open, second);
    expect(sockets.attempts).toBe(1);
    expect(second.onChange.mock.calls).toEqual([[true]]);
    sockets.socket?.onEvent({ events: [EVENT] });
    for (const { onEvents } of [first, second]) expect(onEvents.mock.calls).toEqual([[[EVENT]]]);
    leaveFirst();
    leaveFirst();
    await settle();
    expect(sockets.left).toBe(0);
    leaveSecond();
    await settle();
    expect(sockets.left).toBe(1);
  });

  it('has its own subscription', async () => {
    const listenTo = shareTopics();
    const [ada, grace] = [new Sockets(), new Sockets()];
    const [ofAda, ofGrace] = [listenerOf(), listenerOf()];
    listenTo('/channels/ada', ada.open, ofAda);
    listenTo('/channels/grace', grace.open, ofGrace);
    await settle();
    ada.socket?.onEvent({ events: [EVENT] });
    expect(ofAda.onEvents).toHaveBeenCalledTimes(1);
    expect(ofGrace.onEvents).not.toHaveBeenCalled();
  });

  it('ignores invalid batches', async () => {
    const listener = listenerOf();
    shareTopics()('/channels/ada', sockets.open, listener);
    await settle();
    for (const odd of [null, 'text', 7, {}, { events: 7 }, { events: [null, 7, {}, { type: 7 }] }])
      sockets.socket?.onEvent(odd);
    expect(listener.onEvents).not.toHaveBeenCalled();
    sockets.socket?.onEvent({ events: [null, EVENT] });
    expect(listener.onEvents.mock.calls).toEqual([[[EVENT]]]);
  });
});
