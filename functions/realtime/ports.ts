import type { ChannelEvent, ListEvent } from '../../shared/live/channel-events.ts';

/** Something that open pages are told. */
export type PageEvent = ChannelEvent | ListEvent;

/** Events that wait to be published, by what they are of: a channel's id, or all lists. */
export interface EventBatches {
  /** Puts one to those that wait; `full`: no more fit into the item, and it was not added. */
  add(of: string, event: PageEvent, nowMs: number): Promise<Waiting | 'full'>;
  /** Takes all that wait: each is taken once. */
  take(of: string, nowMs: number): Promise<readonly WaitingEvent[]>;
  /** Puts those back that could not be published. They are due anew at `dueMs`, and are listed then. */
  putBack(of: string, events: readonly WaitingEvent[], nowMs: number, dueMs: number): Promise<void>;
  /** Of what events are overdue that were put back, up to so many. */
  listDue(nowMs: number, limit: number): Promise<readonly string[]>;
}

export interface WaitingEvent {
  readonly event: PageEvent;
  /** When it came, in ms since 1970. */
  readonly sinceMs: number;
}

/** How it stands with those that wait, once one has come. Times in ms since 1970. */
export interface Waiting {
  /** Whether there was none before it. */
  readonly isFirst: boolean;
  /** Since when somebody is to publish them: the first came then, or they were put back. */
  readonly awaitedMs: number;
  /** When those before them were taken; 0: nobody knows. */
  readonly publishedMs: number;
}

/** Several events, which are delivered together. */
export interface Batch {
  readonly events: readonly PageEvent[];
}

export interface AnnouncePorts {
  readonly batches: EventBatches;
  /** Brings events to all who listen to a topic, in their order. */
  readonly publish: (topic: string, events: readonly Batch[]) => Promise<void>;
  /** Is told why nobody could be told. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
