import { join } from 'node:path';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { JobError, jobErrors } from '../request/job-error.ts';
import type { Disturber } from './disturbance.ts';
import { stateChange, statusUpdate } from './job-events.ts';
import { runJob, type JobProgress } from './job-run.ts';
import type { JobStorage } from './storage.ts';
import { isFinished, type JobRecord, type TranscoderRecords } from './transcoder-records.ts';

/** A start repeats the events of jobs that ended less than this before the last recorded change. */
const REPEATED_EVENTS_MS = 60_000;

export interface JobQueueOptions {
  readonly records: TranscoderRecords;
  readonly storage: JobStorage;
  /** Contains a folder for each running job. */
  readonly workDirectory: string;
  readonly raise: (event: RaisedEvent) => void;
  /** How many jobs run at once, by queue name. */
  readonly places: Readonly<Record<string, number>>;
  /** Between two `STATUS_UPDATE`s of a job. */
  readonly statusUpdateMs: number;
  readonly disturber: Disturber;
}

interface Waiting {
  readonly job: JobRecord;
  /** Whether its delay is over. */
  isReady: boolean;
}

interface Running {
  job: JobRecord;
  progress: JobProgress;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Runs the jobs by priority, then in the order of submission. Each queue has its own slots, so that its jobs never wait for
 * those of another. The priority also decides how they share the processor (`nice`).
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Map<string, Running>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Resumes the jobs that were unfinished when the last process ended. */
  resume(): void {
    const jobs = this.#options.records.jobs.list();
    const lastMs = jobs.reduce((last, job) => Math.max(last, job.finishedAtMs ?? job.submittedAtMs), 0);
    for (const job of jobs) {
      if (!isFinished(job)) {
        const retryCount = job.retryCount + (job.status === 'PROGRESSING' ? 1 : 0);
        this.submit({ ...job, status: 'SUBMITTED', retryCount });
      } else if ((job.finishedAtMs ?? 0) > lastMs - REPEATED_EVENTS_MS) {
        // It may have been lost with the process; events can come twice anyway.
        this.#options.raise(stateChange(job));
      }
    }
  }

  submit(job: JobRecord): void {
    const delayMs = this.#options.disturber.delayMs(job.request);
    this.#options.records.jobs.put(job.id, job);
    const waiting: Waiting = { job, isReady: false };
    this.#waiting.set(job.id, waiting);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      waiting.isReady = true;
      this.#fill();
    }, delayMs);
    this.#timers.add(timer);
  }

  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#start(next);
  }

  /** Whether there is a queue of this name. */
  knows(name: string): boolean {
    return Object.hasOwn(this.#options.places, name);
  }

  /** The progress of a running job. */
  progressOf(id: string): JobProgress | undefined {
    return this.#running.get(id)?.progress;
  }

  /** Cancels an unfinished job. */
  cancel(job: JobRecord): void {
    this.#waiting.delete(job.id);
    this.#finish(job, { status: 'CANCELED' });
    this.#running.get(job.id)?.abort.abort(new Error('The job was canceled'));
  }

  /** Stops all jobs. Unfinished ones restart with the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(new Error('The transcoder is closing'));
    await Promise.all(running.map(({ done }) => done));
  }

  #next(): JobRecord | undefined {
    const { disturber } = this.#options;
    if (this.#closed) return undefined;
    const ready = [...this.#waiting.values()]
      .filter(({ isReady }) => isReady)
      .map(({ job }) => job)
      .filter((job) => this.#hasPlace(job));
    const highest = Math.max(...ready.map(({ priority }) => priority));
    return disturber.pick(ready.filter(({ priority }) => priority === highest));
  }

  /** A job does not wait for running jobs of a lower priority. */
  #hasPlace({ queue, priority }: JobRecord): boolean {
    const running = [...this.#running.values()].filter(
      ({ job }) => job.queue === queue && job.priority >= priority,
    );
    return running.length < (this.#options.places[queue] ?? 0);
  }

  #start(submitted: JobRecord): void {
    this.#waiting.delete(submitted.id);
    const job: JobRecord = { ...submitted, status: 'PROGRESSING', startedAtMs: Date.now() };
    const abort = new AbortController();
    const running: Running = {
      job,
      abort,
      progress: { phase: 'PROBING' },
      done: this.#run(job, abort.signal),
    };
    this.#running.set(job.id, running);
    this.#options.records.jobs.put(job.id, job);
    this.#options.raise(stateChange(job));
  }

  async #run(job: JobRecord, signal: AbortSignal): Promise<void> {
    const { storage, workDirectory, disturber, statusUpdateMs, raise } = this.#options;
    // The caller adds the job to the running ones first.
    await Promise.resolve();
    const update = setInterval(() => {
      const running = this.#running.get(job.id);
      if (running && !signal.aborted) raise(statusUpdate(job, running.progress));
    }, statusUpdateMs);
    try {
      disturber.maybeFail(job.request);
      const results = await runJob({
        settings: job.request.settings,
        storage,
        signal,
        directory: join(workDirectory, job.id),
        niceness: nicenessOf(job),
        losesUncoveredSound: disturber.losesUncoveredSound,
        onProgress: (progress) => {
          const running = this.#running.get(job.id);
          if (running) running.progress = progress;
        },
      });
      signal.throwIfAborted();
      this.#finish(job, { status: 'COMPLETE', results });
    } catch (error) {
      if (!signal.aborted) this.#finish(job, { status: 'ERROR', error: toError(error) });
    } finally {
      clearInterval(update);
      this.#running.delete(job.id);
      this.#fill();
    }
  }

  #finish(job: JobRecord, changes: Pick<JobRecord, 'status' | 'results' | 'error'>): void {
    const finished: JobRecord = { ...job, ...changes, finishedAtMs: Date.now() };
    this.#options.records.jobs.put(job.id, finished);
    this.#options.raise(stateChange(finished));
  }
}

/**
 * The niceness of a job's ffmpeg. Jobs without a waiting viewer must not slow down a broadcast, but still progress on a busy
 * machine.
 */
const nicenessOf = ({ priority }: JobRecord): number => (priority > 0 ? 0 : priority === 0 ? 10 : 19);

function toError(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof JobError) return { code: error.code, message: error.message };
  const { code, text } = jobErrors.unknown;
  console.error('a job failed:', error);
  return { code, message: `${text}: ${error instanceof Error ? error.message : String(error)}` };
}
