/** When what failed on its way to the API or to storage is worth another try, and how long to wait before it. Pure. */
import { ApiFailure } from '../api-failure.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** Nothing has got through for this long: the person is asked to look. */
export const GIVE_UP_AFTER_MS = 3 * 60_000;

/** Something that S3 did not take. `status` is 0 when no answer came. */
export class StorageFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(status === 0 ? 'The connection was lost' : `The storage answered ${status}`);
    this.name = 'StorageFailure';
    this.status = status;
  }
}

const PASSING = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** Whether an HTTP status tells of a bad moment of the network (0) or of a server. */
export const isPassingStatus = (status: number | null): boolean => PASSING.has(status ?? -1);

/** Whether a call of the API that failed is worth another try. That somebody does too much is no passing thing. */
export const isPassing = (error: unknown): boolean =>
  isPassingStatus(statusOf(error)) && !(error instanceof ApiFailure && error.code === 'too_many_requests');

/** The HTTP status that an error carries, or `null`. */
export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/**
 * Milliseconds before try number `failures` + 1: twice as long each time, up to `longestMs`, and each a different
 * share of it, so that what failed together does not come back together. `random` is from 0 to 1.
 */
export function retryDelayMs(failures: number, random: number, longestMs = LONGEST_DELAY_MS): number {
  const delayMs = Math.min(longestMs, FIRST_DELAY_MS * 2 ** (failures - 1));
  return delayMs * (0.5 + random / 2);
}
