import { JobError } from '../request/job-error.ts';
import type { CreateJobInput } from '../request/job-schema.ts';
import { queueTimeMs, type QueueTimes } from './queue-times.ts';

/** Makes the transcoder as slow and unreliable as real queues, for tests. @default jobs run at once, in order */
export interface Disturbance {
  /** The minimum wait of a job in its queue: a random time between the two. */
  readonly delayMs?: readonly [minMs: number, maxMs: number];
  /** A wait as in AWS's queues on a bad day, added to `delayMs`. */
  readonly queueTimes?: QueueTimes;
  /**
   * Whether sound without pictures is cut, as MediaConvert may do (warning 240001: leading audio is cut).
   * @default false
   */
  readonly losesUncoveredSound?: boolean;
  /** Whether `GetJob` is answered rather than throttled (AWS allows two a second per account). @default true */
  readonly answersGetJob?: boolean;
  /** How many jobs of a window fail first with error 1999, by the `window_id` in their metadata. */
  readonly failWindows?: Readonly<Record<string, number>>;
  /** The order of jobs with the same priority. @default 'submitted' */
  readonly order?: 'submitted' | 'random';
}

export class Disturber {
  readonly #disturbance: Disturbance;
  readonly #runsOf = new Map<string, number>();

  constructor(disturbance: Disturbance) {
    this.#disturbance = disturbance;
  }

  get losesUncoveredSound(): boolean {
    return this.#disturbance.losesUncoveredSound ?? false;
  }

  get answersGetJob(): boolean {
    return this.#disturbance.answersGetJob ?? true;
  }

  /** How long a job waits. */
  delayMs({ settings }: CreateJobInput): number {
    const { delayMs: [minMs, maxMs] = [0, 0], queueTimes } = this.#disturbance;
    const queuedMs = queueTimes ? queueTimeMs(queueTimes, settings.inputs[0]?.fileInput ?? '') : 0;
    return minMs + Math.random() * (maxMs - minMs) + queuedMs;
  }

  /** Chooses the next of the startable jobs, which are in the order of submission. */
  pick<T>(jobs: readonly T[]): T | undefined {
    if (this.#disturbance.order === 'random') return jobs[Math.floor(Math.random() * jobs.length)];
    return jobs[0];
  }

  /** Called once per run of a job. Throws `JobError` if the run has to fail. */
  maybeFail({ userMetadata = {} }: CreateJobInput): void {
    const { broadcast_id: broadcast = '', window_id: window = '' } = userMetadata;
    const failing = this.#disturbance.failWindows?.[window] ?? 0;
    const runs = (this.#runsOf.get(`${broadcast} ${window}`) ?? 0) + 1;
    this.#runsOf.set(`${broadcast} ${window}`, runs);
    if (runs <= failing) throw new JobError('unknown', 'this failure was asked for');
  }
}
