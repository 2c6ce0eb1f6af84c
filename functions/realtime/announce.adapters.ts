import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#functions/aws/table/table.ts';
import { logFailure } from '#functions/log/log.ts';
import type { Batch } from './batches.ts';
import { type BatchesRepository, batchesRepository } from './batches.repository.ts';
import { appsyncPublisher } from './realtime.appsync.ts';

/** Events that another invocation publishes at a time, so that the request need not wait. */
export interface HandedOver {
  /** Of the audience. */
  readonly id: string;
  readonly dueMs: number;
}

/** Makes another invocation publish events when they are due. Throws if Lambda does not accept that. */
export type HandOver = (due: HandedOver) => Promise<void>;

export interface AnnounceDeps {
  readonly batches: BatchesRepository;
  /** To all listeners of a topic, in order. */
  readonly publish: (topic: string, events: readonly Batch[]) => Promise<void>;
  /** @default the caller waits until events are due */
  readonly handOver?: HandOver | undefined;
  readonly onFailure: (error: unknown) => void;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Publishes to `url` (`https://…/event`) with the credentials of the table's client. */
export function announceDeps(table: Table, url: string, handOver?: HandOver): AnnounceDeps {
  const publish = appsyncPublisher({ ...table.client.config, url });
  return {
    batches: batchesRepository(table),
    publish,
    handOver,
    onFailure: (error) => logFailure('realtime.publish', error),
    clock: Date.now,
    sleep,
  };
}
