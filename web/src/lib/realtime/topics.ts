import { createDeferred } from '../async/deferred.ts';
import { callAll } from '../async/emitter.ts';
import { backOffMs, sleep, until } from '../wait.ts';

export interface Listener<E> {
  /** A delivery in order. May contain unknown types. */
  readonly onEvents: (events: readonly E[]) => void;
  /** Listening started or stopped. The caller must fetch what happened in between. */
  readonly onChange?: (isListening: boolean) => void;
}

interface Topic {
  readonly listeners: Set<Listener<unknown>>;
  readonly unsubscribe: () => void;
  isListening: boolean;
}

/** Shares one subscription per topic; it ends with its last listener. */
export function shareTopics() {
  const topics = new Map<string, Topic>();

  const begin = (name: string, open: OpenSocket): Topic => {
    const listeners = new Set<Listener<unknown>>();
    const unsubscribe = keepListening(open, {
      onEvent: (event) => {
        const events = eventsOf(event);
        if (events.length > 0) callAll(listeners, ({ onEvents }) => onEvents(events));
      },
      onChange: (isListening) => {
        topic.isListening = isListening;
        callAll(listeners, ({ onChange }) => onChange?.(isListening));
      },
    });
    const topic: Topic = { listeners, unsubscribe, isListening: false };
    topics.set(name, topic);
    return topic;
  };

  /** Listens until the returned function is called; only the first listener calls `open`. */
  return (name: string, open: OpenSocket, listener: Listener<unknown>): (() => void) => {
    const topic = topics.get(name) ?? begin(name, open);
    topic.listeners.add(listener);
    if (topic.isListening) listener.onChange?.(true);
    return () => {
      if (!topic.listeners.delete(listener) || topic.listeners.size > 0) return;
      topics.delete(name);
      topic.unsubscribe();
    };
  };
}

/** Parses a batch, and ignores anything that is not an event. */
function eventsOf(batch: unknown): readonly unknown[] {
  const { events } = (batch ?? {}) as { readonly events?: unknown };
  return Array.isArray(events) ? events.filter(isEvent) : [];
}

const isEvent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Retry delays double from the first to the second. */
const RETRY_FIRST_MS = 2000;
const RETRY_MAX_MS = 60_000;

export interface SocketHandlers {
  readonly onEvent: (event: unknown) => void;
  /** The socket failed. */
  readonly onBroken: () => void;
}

/** Resolves with a function that unsubscribes once events arrive. */
export type OpenSocket = (handlers: SocketHandlers) => Promise<() => void>;

interface Listening {
  readonly onEvent: (event: unknown) => void;
  /** Listening started or stopped. The caller must fetch what happened in between. */
  readonly onChange: (isListening: boolean) => void;
}

/** Listens until the returned function is called. */
export function keepListening(open: OpenSocket, to: Listening): () => void {
  const stop = new AbortController();
  void listenOn(open, stop.signal, to);
  return () => stop.abort();
}

async function listenOn(open: OpenSocket, signal: AbortSignal, to: Listening): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    if (await listenOnce(open, signal, to)) failures = 1;
    // Jitter, so that clients do not reconnect at once.
    const delayMs = backOffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS) * (0.75 + Math.random() / 2);
    await sleep(delayMs, signal).catch(() => {});
  }
}

/** Listens until the socket fails or `signal` aborts. Returns whether it had connected. */
async function listenOnce(open: OpenSocket, signal: AbortSignal, to: Listening): Promise<boolean> {
  const broken = createDeferred();
  const onEvent = (event: unknown): void => {
    if (!signal.aborted) to.onEvent(event);
  };
  const leave = await open({ onEvent, onBroken: broken.resolve }).catch(() => null);
  if (!leave) return false;
  if (!signal.aborted) to.onChange(true);
  await unlessAborted(broken.promise, signal);
  leave();
  if (!signal.aborted) to.onChange(false);
  return true;
}

/** Resolves after `work` or at the abort. Leaves no listener, because the signal may live for hours. */
const unlessAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  until((finish) => {
    void work.then(finish);
    return () => {};
  }, signal).catch(() => {});
