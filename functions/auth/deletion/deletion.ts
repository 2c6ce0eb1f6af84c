import { DAY_MS } from '../../../shared/plain/time.ts';
import type { DeletedAccount } from '../../base/deletion-step.ts';

/** An account whose owner wants it gone; kept until nothing is left of it. */
export interface Deletion {
  /** Of the channel and its person. */
  readonly id: string;
  /** When the tick takes it up. */
  readonly dueMs: number;
  /**
   * Everything was deleted once. What came after that, by addresses that had been given out and by events that were under
   * way, is deleted at `dueMs`, and then no more can come.
   */
  readonly isSwept: boolean;
}

/** Whoever takes up a deletion has this long before another may. */
export const LEASE_MS = 60_000;

/** Addresses for uploads hold for six hours, jobs of MediaConvert and events that are tried again for less than a day. */
export const LATECOMERS_MS = DAY_MS;

/** So long name and address are nobody's, so that nobody is taken for the one who left. */
export const NAMES_KEPT_MS = 30 * DAY_MS;

/** What a step is told of a deletion. */
export interface LeavingAccount extends DeletedAccount {
  /** Nothing can come any more: what led to it may go too. */
  readonly isLast: boolean;
}
