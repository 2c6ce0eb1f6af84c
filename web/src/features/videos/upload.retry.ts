/** When a failed step of an upload is worth another try, and how long to wait before it. Pure. */
import { ApiFailure } from '../../lib/api-failure.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** Nothing has got through for this long: the person is asked to look. */
export const GIVE_UP_AFTER_MS = 3 * 60_000;

/** A part that S3 did not take. `status` is 0 when no answer came. */
export class PartFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(status === 0 ? 'The connection was lost' : `The storage answered ${status}`);
    this.name = 'PartFailure';
    this.status = status;
  }
}

/**
 * - `again`: the network or a server had a bad moment
 * - `refresh`: the address has expired, or the upload is not what it was: ask the API first
 * - `never`: a refusal, or a fault of our own
 */
export type Verdict = 'again' | 'refresh' | 'never';

const PASSING = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** What to do about a part that was not taken. S3 answers 403 to an expired address, 404 to an ended upload. */
export function verdictOnPart(error: unknown): Verdict {
  const status = statusOf(error);
  if (status === null) return 'never';
  if (PASSING.has(status)) return 'again';
  return status === 403 || status === 404 ? 'refresh' : 'never';
}

/** Whether a call of the API that failed is worth another try. That somebody uploads too much is no passing thing. */
export const isPassing = (error: unknown): boolean =>
  PASSING.has(statusOf(error) ?? -1) && !(error instanceof ApiFailure && error.code === 'too_many_requests');

/** The HTTP status that an error carries, or `null`. */
export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/**
 * Milliseconds before try number `failures` + 1: twice as long each time, up to a bound, and each a different
 * share of it, so that what failed together does not come back together. `random` is from 0 to 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return longestMs * (0.5 + random / 2);
}
