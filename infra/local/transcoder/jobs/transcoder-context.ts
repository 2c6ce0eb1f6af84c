import type { Disturber } from './disturbance.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobStorage } from './storage.ts';
import type { TranscoderRecords } from './transcoder-records.ts';

/** The state that the operations share. */
export interface TranscoderContext {
  readonly records: TranscoderRecords;
  readonly queue: JobQueue;
  readonly storage: JobStorage;
  /** Contains a folder for each probed file. */
  readonly workDirectory: string;
  readonly disturber: Disturber;
}
