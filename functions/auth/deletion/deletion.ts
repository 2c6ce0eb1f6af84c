import { DAY_MS } from '#shared/plain/time.ts';
import type { AccountOfStep } from '#functions/base/account-step.ts';

/** Stored until nothing is left of the account. */
export interface Deletion {
  /** Of the channel and the account. */
  readonly id: string;
  /** When the tick continues it. */
  readonly dueMs: number;
  /**
   * One full pass is done. Uploads and events may have arrived later: their data is deleted at `dueMs`, when no more
   * can arrive.
   */
  readonly isSwept: boolean;
}

/** For how long a run owns a deletion before another run may continue it. */
export const LEASE_MS = 60_000;

/** Upload URLs are valid for six hours; MediaConvert jobs and retried events end within a day. */
export const LATE_WRITE_GRACE_MS = DAY_MS;

/** How long username and e-mail stay reserved, so that no one can pose as the former owner. */
export const NAMES_KEPT_MS = 30 * DAY_MS;

export interface AccountDeletion extends AccountOfStep {
  /** No late write can arrive, so the items that lead to data may be deleted too. */
  readonly isLast: boolean;
}

export type AccountDeletionStep = (account: AccountDeletion) => Promise<boolean>;
