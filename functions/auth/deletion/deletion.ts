import { DAY_MS } from '../../../shared/plain/time.ts';
import type { DueWork } from '../../aws/table/due-queue.ts';
import type { DeletedAccount } from '../../base/deletion-step.ts';

/** A requested deletion of an account; stored until nothing is left of the account. */
export interface Deletion {
  /** Of the channel and its person. */
  readonly id: string;
  /** When the tick continues it. */
  readonly dueMs: number;
  /**
   * Everything was deleted once. Uploads and events may still have arrived after that: what they wrote is deleted at
   * `dueMs`, when no more can arrive.
   */
  readonly isSwept: boolean;
}

/** For how long a run owns a deletion before another run may continue it. */
export const LEASE_MS = 60_000;

/** Addresses for uploads hold for six hours, jobs of MediaConvert and events that are tried again for less than a day. */
export const LATE_WRITE_GRACE_MS = DAY_MS;

/** For how long username and address stay reserved, so that nobody can pose as the former owner. */
export const NAMES_KEPT_MS = 30 * DAY_MS;

/** An account that is being deleted, for the steps of auth. */
export interface AccountDeletion extends DeletedAccount {
  /** No late write can arrive: items by which data is found may be deleted too. */
  readonly isLast: boolean;
}

/** A suspension that is due. It waits in the same queue, and only a suspension has a phase. */
export interface DueSuspension {
  readonly phase: string;
}

/** Accounts that are being deleted. */
export interface DeletionsRepository<S extends DueSuspension> extends DueWork<Deletion> {
  /** What is due, the longest overdue first: suspensions wait in the same queue. Eventually consistent. */
  listDue(nowMs: number, limit: number): Promise<(Deletion | S)[]>;
}

/** A `DeletionStep` that knows whether this is the last pass. */
export type AccountDeletionStep = (account: AccountDeletion) => Promise<boolean>;

export interface DeletionPorts<S extends DueSuspension> {
  readonly deletions: DeletionsRepository<S>;
  /** The steps of the deletion, in order. */
  readonly steps: () => Promise<readonly AccountDeletionStep[]>;
  /** Continues a suspension; begins no step of it after `untilMs`. */
  readonly suspend: (work: S, untilMs: number) => Promise<void>;
  readonly clock: () => number;
}
