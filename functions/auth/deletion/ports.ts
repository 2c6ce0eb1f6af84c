import type { SuspensionWork } from '../../moderation/index.ts';
import type { Deletion, LeavingAccount } from './deletion.ts';

/** Accounts that are being deleted. Whoever replaces one must know it as it is, so that two never work on it. */
export interface DeletionsRepository {
  /** What is due, the longest first: suspensions wait in the same queue. May be a moment old. */
  listDue(nowMs: number, limit: number): Promise<(Deletion | SuspensionWork)[]>;
  /** False where it is no longer the known one. */
  replace(known: Deletion, next: Deletion): Promise<boolean>;
  remove(known: Deletion): Promise<void>;
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
