import type { ChannelBatch, ChannelEvent } from '../../shared/channel-events.ts';

/** Events that wait to be published, of each channel. */
export interface EventBatches {
  /** Puts one to those that wait. */
  add(channelId: string, event: ChannelEvent, nowMs: number): Promise<Waiting>;
  /** Takes all that wait: each is taken once. */
  take(channelId: string, nowMs: number): Promise<readonly ChannelEvent[]>;
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

export interface AnnouncePorts {
  readonly batches: EventBatches;
  /** Brings events to all who listen to a topic, in their order. */
  readonly publish: (topic: string, events: readonly ChannelBatch[]) => Promise<void>;
  /** Is told why nobody could be told. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
