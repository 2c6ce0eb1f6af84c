import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../aws/table/table.ts';
import { logFailure } from '../log/log.ts';
import type { Batch } from './batches.ts';
import { batchesRepository } from './batches.repository.ts';
import { appsyncPublisher } from './realtime.appsync.ts';

export type AnnounceDeps = ReturnType<typeof announceDeps>;

/** Publishes to `url` (`https://…/event`) with the credentials of the table's client. */
export function announceDeps(table: Table, url: string) {
  const publish = appsyncPublisher({ ...table.client.config, url });
  return {
    batches: batchesRepository(table),
    /** To all listeners of a topic, in order. */
    publish: (topic: string, events: readonly Batch[]): Promise<void> => publish(topic, events),
    onFailure: (error: unknown) => logFailure('realtime.publish', error),
    clock: Date.now,
    sleep: (ms: number): Promise<void> => sleep(ms),
  };
}
