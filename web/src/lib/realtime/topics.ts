/** The topics that this page listens to: each once, however many parts of the page want to hear of it. */
import { keepListening, type OpenSocket } from './keep-listening.ts';

export interface Listener<E> {
  /** What one delivery brought, in its order. There may be types among it that the page does not know yet. */
  readonly onEvents: (events: readonly E[]) => void;
  /** Events begin to arrive, or arrive no more: whatever happened in between is to be asked for. */
  readonly onChange?: (isListening: boolean) => void;
}

interface Topic {
  readonly listeners: Set<Listener<unknown>>;
  readonly end: () => void;
  isListening: boolean;
}

/** Shares one subscription among all who listen to the same topic; it ends with the last of them. */
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

  /** Listens until the answered function is called; `open` is for the first of them. */
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

/** Those of a batch. The socket carries what our own Lambdas publish; anything else is passed over. */
function eventsOf(batch: unknown): readonly unknown[] {
  const { events } = (batch ?? {}) as { readonly events?: unknown };
  return Array.isArray(events) ? events.filter(isEvent) : [];
}

const isEvent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
