import type { DueWork } from '../../aws/table/due-queue.ts';
import type { SuspensionWork } from '../../moderation/index.ts';
import type { Deletion, LeavingAccount } from './deletion.ts';

/** Accounts that are being deleted. */
export interface DeletionsRepository extends DueWork<Deletion> {
  /** What is due, the longest first: suspensions wait in the same queue. May be a moment old. */
  listDue(nowMs: number, limit: number): Promise<(Deletion | SuspensionWork)[]>;
}

/** A `LeavingStep` that knows whether it is the last time. */
export type AccountStep = (leaver: LeavingAccount) => Promise<boolean>;

export interface DeletionPorts {
  readonly deletions: DeletionsRepository;
  /** What a person leaves, kind by kind, in the order in which it goes. */
  readonly steps: () => Promise<readonly AccountStep[]>;
  /** Goes on with a suspension; no step of it is begun after `untilMs`. */
  readonly suspend: (work: SuspensionWork, untilMs: number) => Promise<void>;
  readonly clock: () => number;
}
