import type { Disturber } from './disturbance.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobStorage } from './storage.ts';
import type { TranscoderRecords } from './transcoder-records.ts';

/** What the operations work on. */
export interface TranscoderContext {
  readonly records: TranscoderRecords;
  readonly queue: JobQueue;
  readonly storage: JobStorage;
  /** Holds a folder for each file that is probed. */
  readonly workDirectory: string;
  readonly disturber: Disturber;
}
