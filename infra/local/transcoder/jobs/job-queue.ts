import { join } from 'node:path';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { JobError, jobErrors } from '../request/job-error.ts';
import type { Disturber } from './disturbance.ts';
import { stateChange, statusUpdate } from './job-events.ts';
import { runJob, type JobProgress } from './job-run.ts';
import type { JobStorage } from './storage.ts';
import { isFinished, type JobRecord, type TranscoderRecords } from './transcoder-records.ts';

/** Events of jobs that ended so shortly before the last thing that is known are raised again at a start. */
const REPEATED_EVENTS_MS = 60_000;

export interface JobQueueOptions {
  readonly records: TranscoderRecords;
  readonly storage: JobStorage;
  /** Holds a folder for each job that runs. */
  readonly workDirectory: string;
  readonly raise: (event: RaisedEvent) => void;
  /** By the name of each queue there is, how many of its jobs run at once. */
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
 * Runs the jobs: those of the highest priority first, then in the order of their submission. Each queue has places of its
 * own, so that the jobs of one never wait for those of another; their priority decides how they share the processor
 * (`nice`).
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

  /** Takes up what was not finished when the last process ended. */
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

  /** How far a running job has got. */
  progressOf(id: string): JobProgress | undefined {
    return this.#running.get(id)?.progress;
  }

  /** Ends a job that is not finished. */
  cancel(job: JobRecord): void {
    this.#waiting.delete(job.id);
    this.#finish(job, { status: 'CANCELED' });
    this.#running.get(job.id)?.abort.abort(new Error('The job was canceled'));
  }

  /** Ends all work; unfinished jobs restart at the next start. */
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

  /** A job does not wait for jobs of a lower priority that run already: it runs beside them. */
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
    // First the caller enters the job among those that run; from here on it is looked up there.
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
 * How much a job's ffmpeg yields to other processes (`nice`). A job without a waiting person hardly disturbs a broadcast
 * that begins meanwhile, and still gets some of a busy machine, so that it ends.
 */
const nicenessOf = ({ priority }: JobRecord): number => (priority > 0 ? 0 : priority === 0 ? 10 : 19);

function toError(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof JobError) return { code: error.code, message: error.message };
  const { code, text } = jobErrors.unknown;
  console.error('a job failed:', error);
  return { code, message: `${text}: ${error instanceof Error ? error.message : String(error)}` };
}
