import { ApiFailure } from '../api-failure.ts';
import { t } from '../../i18n/messages.ts';
import { backOffMs } from '../../wait.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** After this time without success, the user must act. */
export const GIVE_UP_AFTER_MS = 3 * 60_000;

/** A failed S3 request. `status` is 0 without a response. */
export class StorageFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(status === 0 ? t('common.connectionLost') : t('common.storageError', { status }));
    this.name = 'StorageFailure';
    this.status = status;
  }
}

const PASSING = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** Whether a status means a temporary failure of the network (0) or a server. */
export const isPassingStatus = (status: number | null): boolean => PASSING.has(status ?? -1);

/** Whether to retry an API call. Rate limits are not temporary. */
export const isPassing = (error: unknown): boolean =>
  isPassingStatus(statusOf(error)) && !(error instanceof ApiFailure && error.code === 'too_many_requests');

/** The HTTP status of an error, or `null`. */
export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/**
 * The delay in ms before try `failures` + 1: doubles up to `longestMs`, with random jitter so that clients spread.
 * `random` is from 0 to 1.
 */
export const retryDelayMs = (failures: number, random: number, longestMs = LONGEST_DELAY_MS): number =>
  backOffMs(failures, FIRST_DELAY_MS, longestMs) * (0.5 + random / 2);
