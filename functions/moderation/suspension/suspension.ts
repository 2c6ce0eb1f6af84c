import type { MaybeSuspended } from '../../auth/index.ts';

/** The account of a suspended person, as far as a mail to them needs it. */
export interface SuspendedPerson extends MaybeSuspended {
  readonly username: string;
  readonly email: string;
  readonly isUnverified: boolean;
}

/** The remaining work of a suspension or its end. */
export interface SuspensionWork {
  readonly id: string;
  /** When the scheduled task processes it, in ms since 1970. */
  readonly dueMs: number;
  /** `begin`: streams end and videos are withheld. `held`: waits for `untilMs`. `end`: videos are restored. */
  readonly phase: 'begin' | 'held' | 'end';
  readonly untilMs: number | null;
  /** The mail to the person was sent. */
  readonly isNotified?: boolean | undefined;
}
