import type { ChannelEvent, ListEvent } from '../../shared/live/channel-events.ts';

export type PageEvent = ChannelEvent | ListEvent;

/** Waiting events of an audience: a channel's id, or all lists. */
export interface EventBatches {
  /** Adds an event. `full`: it does not fit into the item, and was not added. */
  add(audienceId: string, event: PageEvent, nowMs: number): Promise<Waiting | 'full'>;
  /** Returns and removes all events; each is returned once. */
  take(audienceId: string, nowMs: number): Promise<readonly WaitingEvent[]>;
  /** Adds events whose publication has failed; `listDue` returns the audience from `dueMs` on. */
  putBack(audienceId: string, events: readonly WaitingEvent[], nowMs: number, dueMs: number): Promise<void>;
  /** Audiences with events that were put back and are due. */
  listDue(nowMs: number, limit: number): Promise<readonly string[]>;
}

export interface WaitingEvent {
  readonly event: PageEvent;
  /** In ms since 1970. */
  readonly sinceMs: number;
}

/** The waiting events after one was added. Times in ms since 1970. */
interface Waiting {
  /** True if no other event was waiting. */
  readonly isFirst: boolean;
  /** When the first event was added, or the events were put back. */
  readonly awaitedMs: number;
  /** When the previous events were taken; 0 if unknown. */
  readonly publishedMs: number;
}

export interface Batch {
  readonly events: readonly PageEvent[];
}

export interface AnnouncePorts {
  readonly batches: EventBatches;
  /** Publishes to all listeners of a topic, in order. */
  readonly publish: (topic: string, events: readonly Batch[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
