import type { DueWork } from '../../aws/table/due-queue.ts';
import type { DeletionStep } from '../../base/deletion-step.ts';
import type { MaybeSuspended } from '../../auth/index.ts';

/** The account of a suspended person, as far as a mail to them needs it. */
export interface SuspendedPerson extends MaybeSuspended {
  readonly username: string;
  readonly email: string;
  readonly isUnverified: boolean;
}

/** What is still to be done of a suspension, or of its end. */
export interface SuspensionWork {
  readonly id: string;
  /** When the tick takes it up. */
  readonly dueMs: number;
  /** `begin`: streams end and videos are withheld. `held`: it waits for `untilMs`. `end`: videos come back. */
  readonly phase: 'begin' | 'held' | 'end';
  readonly untilMs: number | null;
  /** The person has been written to. */
  readonly isTold?: boolean | undefined;
}

export interface SuspensionPorts {
  readonly suspensions: DueWork<SuspensionWork>;
  readonly accounts: { findById(id: string): Promise<SuspendedPerson | null> };
  /** Writes to the person, where that can be; it never fails. */
  readonly tell: (account: SuspendedPerson) => Promise<void>;
  /** What goes off the air, and what nobody sees any more: each finds what is left of its kind. */
  readonly hide: readonly DeletionStep[];
  /** What comes back. */
  readonly show: readonly DeletionStep[];
  /** A suspension is over by itself. */
  readonly readmit: (id: string) => Promise<void>;
  /** Whoever takes one up has so long before another may. */
  readonly leaseMs: number;
  readonly clock: () => number;
}
