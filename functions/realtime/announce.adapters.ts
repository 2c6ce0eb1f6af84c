import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../aws/table/table.ts';
import { logFailure } from '../log/log.ts';
import { batchesRepository } from './batches.repository.ts';
import type { AnnouncePorts } from './ports.ts';
import { appsyncPublisher } from './realtime.appsync.ts';

/** Publishes to `url` (`https://…/event`) with the credentials of the table's client. */
export const announcePorts = (table: Table, url: string): AnnouncePorts => ({
  batches: batchesRepository(table),
  publish: appsyncPublisher({ ...table.client.config, url }),
  onFailure: (error) => logFailure('realtime.publish', error),
  clock: Date.now,
  sleep,
});
