import type { MaybeSuspended } from '../../auth/index.ts';

export interface SuspendedPerson extends MaybeSuspended {
  readonly username: string;
  readonly email: string;
  readonly isUnverified: boolean;
}

export interface SuspensionWork {
  readonly id: string;
  /** In ms since 1970. */
  readonly dueMs: number;
  /** `begin`: streams end and videos are withheld. `held`: waits for `untilMs`. `end`: videos are restored. */
  readonly phase: 'begin' | 'held' | 'end';
  readonly untilMs: number | null;
  readonly isNotified?: boolean | undefined;
}
