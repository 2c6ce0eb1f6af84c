import { JobError } from '../request/job.error.ts';
import type { CreateJobInput } from '../request/job.schema.ts';
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
  /** The part of jobs that end in error 1999, from 0 to 1. */
  readonly failureRate?: number;
  /** So many jobs, the first ones, end in error 1999. */
  readonly failFirst?: number;
  /** So many jobs of each input, its first ones, end in error 1999. */
  readonly failFirstOfInput?: number;
  /** By the `window_id` in its metadata: so many jobs of this window, its first ones, end in error 1999. */
  readonly failWindows?: Readonly<Record<string, number>>;
  /** Which of the jobs of one priority begins first. @default 'submitted' */
  readonly order?: 'submitted' | 'newest' | 'random';
}

export class Disturber {
  readonly #disturbance: Disturbance;
  readonly #jobsOf = new Map<string, number>();
  #jobs = 0;

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
    if (this.#disturbance.order === 'newest') return jobs.at(-1);
    if (this.#disturbance.order === 'random') return jobs[Math.floor(Math.random() * jobs.length)];
    return jobs[0];
  }

  /** Called once for each run of a job. Throws `JobError` where it is this one's turn to fail. */
  maybeFail({ settings, userMetadata = {} }: CreateJobInput): void {
    const { failureRate = 0, failFirst = 0, failFirstOfInput = 0, failWindows = {} } = this.#disturbance;
    const { broadcast_id: broadcast = '', window_id: window = '' } = userMetadata;
    const isTurn = [
      ++this.#jobs <= failFirst,
      failFirstOfInput > 0 && this.#count(settings.inputs[0]?.fileInput ?? '') <= failFirstOfInput,
      window in failWindows && this.#count(`${broadcast} ${window}`) <= (failWindows[window] ?? 0),
      Math.random() < failureRate,
    ];
    if (isTurn.includes(true)) throw new JobError('unknown', 'this failure was asked for');
  }

  /** How many there were of this kind, with this one. */
  #count(kind: string): number {
    const count = (this.#jobsOf.get(kind) ?? 0) + 1;
    this.#jobsOf.set(kind, count);
    return count;
  }
}
