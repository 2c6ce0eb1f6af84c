import { keepListening, type OpenSocket } from './keep-listening.ts';

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
        if (events.length > 0) for (const { onEvents } of listeners) onEvents(events);
      },
      onChange: (isListening) => {
        topic.isListening = isListening;
        for (const { onChange } of listeners) onChange?.(isListening);
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
