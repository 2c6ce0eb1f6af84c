import { createDeferred } from '../async/deferred.ts';
import { callAll } from '../async/emitter.ts';

export interface Listener<E> {
  /** A delivery in order. May contain unknown types. */
  readonly onEvents: (events: readonly E[]) => void;
  /** Listening started or stopped. The caller must fetch what happened in between. */
  readonly onChange?: (isListening: boolean) => void;
}

interface Topic {
  readonly listeners: Set<Listener<unknown>>;
  readonly end: () => void;
  isListening: boolean;
}

/** Shares one subscription per topic; it ends with its last listener. */
export function shareTopics() {
  const topics = new Map<string, Topic>();

  const begin = (name: string, open: OpenSocket): Topic => {
    const listeners = new Set<Listener<unknown>>();
    const end = keepListening(open, {
      onEvent: (event) => {
        const events = eventsOf(event);
        if (events.length > 0) callAll(listeners, ({ onEvents }) => onEvents(events));
      },
      onChange: (isListening) => {
        topic.isListening = isListening;
        callAll(listeners, ({ onChange }) => onChange?.(isListening));
      },
    });
    const topic: Topic = { listeners, end, isListening: false };
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
      topic.end();
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

/** Keeps listening across socket failures. */

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
  const over = new AbortController();
  void listenOn(open, over.signal, to);
  return () => over.abort();
}

async function listenOn(open: OpenSocket, over: AbortSignal, to: Listening): Promise<void> {
  let retryMs = RETRY_FIRST_MS;
  while (!over.aborted) {
    if (await listenOnce(open, over, to)) retryMs = RETRY_FIRST_MS;
    // Jitter, so that clients do not reconnect at once.
    await pause(retryMs * (0.75 + Math.random() / 2), over);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }
}

/** Listens until the socket fails or `over` aborts. Returns whether it had connected. */
async function listenOnce(open: OpenSocket, over: AbortSignal, to: Listening): Promise<boolean> {
  const broken = new AbortController();
  const onEvent = (event: unknown): void => {
    if (!over.aborted) to.onEvent(event);
  };
  const leave = await open({ onEvent, onBroken: () => broken.abort() }).catch(() => null);
  if (!leave) return false;
  if (!over.aborted) to.onChange(true);
  await aborted(broken.signal, over);
  leave();
  if (!over.aborted) to.onChange(false);
  return true;
}

/** Resolves at the first abort and removes its listeners, because a signal may live for hours. */
function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const { promise, resolve } = createDeferred();
  const end = () => resolve();
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  }
  return promise.finally(() => {
    for (const signal of signals) signal.removeEventListener('abort', end);
  });
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  const passed = new AbortController();
  const timer = setTimeout(() => passed.abort(), ms);
  return aborted(passed.signal, over).finally(() => clearTimeout(timer));
}
