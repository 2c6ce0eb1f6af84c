import { JobError } from '../request/job-error.ts';
import type { CreateJobInput } from '../request/job-schema.ts';
import { queueTimeMs, type QueueTimes } from './queue-times.ts';

/** How the transcoder is made to behave as badly as real queues do. For tests; without it jobs run at once, in order. */
export interface Disturbance {
  /** How long a job waits in its queue at least: a random time between the two. */
  readonly delayMs?: readonly [minMs: number, maxMs: number];
  /** As long as in AWS's queues on a bad day, added to `delayMs`. */
  readonly queueTimes?: QueueTimes;
  /**
   * Whether sound that no picture covers is lost, as it may be (MediaConvert's warning 240001: leading audio is cut).
   * @default false
   */
  readonly losesUncoveredSound?: boolean;
  /** Whether `GetJob` is answered, which AWS does twice a second for a whole account. @default true */
  readonly answersGetJob?: boolean;
  /** By the `window_id` in its metadata: so many jobs of this window, its first ones, end in error 1999. */
  readonly failWindows?: Readonly<Record<string, number>>;
  /** Which of the jobs of one priority begins first. @default 'submitted' */
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

  /** Takes the next of the jobs that could begin, in order of their submission. */
  pick<T>(jobs: readonly T[]): T | undefined {
    if (this.#disturbance.order === 'random') return jobs[Math.floor(Math.random() * jobs.length)];
    return jobs[0];
  }

  /** Called once for each run of a job. Throws `JobError` where it is this one's turn to fail. */
  maybeFail({ userMetadata = {} }: CreateJobInput): void {
    const { broadcast_id: broadcast = '', window_id: window = '' } = userMetadata;
    const failing = this.#disturbance.failWindows?.[window] ?? 0;
    const runs = (this.#runsOf.get(`${broadcast} ${window}`) ?? 0) + 1;
    this.#runsOf.set(`${broadcast} ${window}`, runs);
    if (runs <= failing) throw new JobError('unknown', 'this failure was asked for');
  }
}
