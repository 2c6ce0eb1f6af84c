import type { ChannelEvent, ListEvent } from '../../shared/channel-events.ts';

/** Something that open pages are told. */
export type News = ChannelEvent | ListEvent;

/** Events that wait to be published, by what they are of: a channel's id, or all lists. */
export interface EventBatches {
  /** Puts one to those that wait. */
  add(of: string, event: News, nowMs: number): Promise<Waiting>;
  /** Takes all that wait: each is taken once. */
  take(of: string, nowMs: number): Promise<readonly News[]>;
}

/** How it stands with those that wait, once one has come. Times in ms since 1970. */
export interface Waiting {
  /** Whether there was none before it. */
  readonly isFirst: boolean;
  /** Since when the first of them waits. */
  readonly oldestMs: number;
  /** When those before them were taken; 0: nobody knows. */
  readonly publishedMs: number;
}

/** Several events, which are delivered together. */
export interface Batch {
  readonly events: readonly News[];
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
