import { DAY_MS } from '#shared/plain/time.ts';
import { Store, type Collection } from '../../system/store.ts';
import type { CreateJobInput } from '../request/job-schema.ts';
import type { GroupResult } from './job-results.ts';

export type JobStatus = 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';

/** A job as it is stored. Its progress is not stored: after a crash it restarts. */
export interface JobRecord {
  readonly id: string;
  readonly request: CreateJobInput;
  /** By name. */
  readonly queue: string;
  readonly priority: number;
  readonly status: JobStatus;
  readonly submittedAtMs: number;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  /** How often it restarted. */
  readonly retryCount: number;
  readonly error?: { readonly code: number; readonly message: string };
  readonly results?: readonly GroupResult[];
}

/** MediaConvert keeps records for three months. A broadcast makes thousands, so here it is a day. */
const KEPT_MS = DAY_MS;

export const isFinished = ({ status }: JobRecord): boolean =>
  status !== 'SUBMITTED' && status !== 'PROGRESSING';

/** Jobs by id, in the order of their submission. */
export class TranscoderRecords {
  readonly #store: Store;
  readonly jobs: Collection<JobRecord>;

  constructor(path: string) {
    this.#store = new Store(path);
    this.jobs = this.#store.collection('job');
    this.#forgetOldJobs();
  }

  close(): void {
    this.#store.close();
  }

  #forgetOldJobs(): void {
    const oldestMs = Date.now() - KEPT_MS;
    const old = this.jobs.list().filter((job) => isFinished(job) && job.submittedAtMs < oldestMs);
    this.#store.transaction(() => {
      for (const { id } of old) this.jobs.delete(id);
    });
  }
}
