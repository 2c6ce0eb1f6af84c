import type { DueWork } from '../../aws/table/due-queue.ts';
import type { Deletion, AccountDeletion } from './deletion.ts';

/** A suspension that is due. It waits in the same queue, and only a suspension has a phase. */
export interface DueSuspension {
  readonly phase: string;
}

/** Accounts that are being deleted. */
export interface DeletionsRepository<S extends DueSuspension> extends DueWork<Deletion> {
  /** What is due, the longest overdue first: suspensions wait in the same queue. Eventually consistent. */
  listDue(nowMs: number, limit: number): Promise<(Deletion | S)[]>;
}

/** A `DeletionStep` that knows whether it is the last time. */
export type AccountDeletionStep = (leaver: AccountDeletion) => Promise<boolean>;

export interface DeletionPorts<S extends DueSuspension> {
  readonly deletions: DeletionsRepository<S>;
  /** What a person leaves, kind by kind, in the order in which it goes. */
  readonly steps: () => Promise<readonly AccountDeletionStep[]>;
  /** Goes on with a suspension; no step of it is begun after `untilMs`. */
  readonly suspend: (work: S, untilMs: number) => Promise<void>;
  readonly clock: () => number;
}
