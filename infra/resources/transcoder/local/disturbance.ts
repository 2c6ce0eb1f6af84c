import type { CreateJobInput } from './job.schema.ts';
import { JobError } from './job.error.ts';

/** How the transcoder is made to behave as badly as real queues do. For tests; without it jobs run at once, in order. */
export interface Disturbance {
  /** How long a job waits in its queue at least: a random time between the two. */
  readonly delayMs?: readonly [minMs: number, maxMs: number];
  /** The part of jobs that end in error 1999, from 0 to 1. */
  readonly failureRate?: number;
  /** So many jobs, the first ones, end in error 1999. */
  readonly failFirst?: number;
  /** So many jobs of each input, its first ones, end in error 1999. */
  readonly failFirstOfInput?: number;
  /** Which of the jobs of one priority begins first. @default 'submitted' */
  readonly order?: 'submitted' | 'newest' | 'random';
}

export class Disturber {
  readonly #disturbance: Disturbance;
  readonly #jobsOfInput = new Map<string, number>();
  #jobs = 0;

  constructor(disturbance: Disturbance) {
    this.#disturbance = disturbance;
  }

  delayMs(): number {
    const [minMs, maxMs] = this.#disturbance.delayMs ?? [0, 0];
    return minMs + Math.random() * (maxMs - minMs);
  }

  /** Takes the next of the jobs that could begin, in order of their submission. */
  pick<T>(jobs: readonly T[]): T | undefined {
    if (this.#disturbance.order === 'newest') return jobs.at(-1);
    if (this.#disturbance.order === 'random') return jobs[Math.floor(Math.random() * jobs.length)];
    return jobs[0];
  }

  /** Called once for each run of a job. Throws `JobError` where it is this one's turn to fail. */
  maybeFail({ settings }: CreateJobInput): void {
    const { failureRate = 0, failFirst = 0, failFirstOfInput = 0 } = this.#disturbance;
    const input = settings.inputs[0]?.fileInput ?? '';
    const ofInput = (this.#jobsOfInput.get(input) ?? 0) + 1;
    if (failFirstOfInput > 0) this.#jobsOfInput.set(input, ofInput);
    this.#jobs++;
    if (this.#jobs <= failFirst || ofInput <= failFirstOfInput || Math.random() < failureRate) {
      throw new JobError('unknown', 'this failure was asked for');
    }
  }
}
