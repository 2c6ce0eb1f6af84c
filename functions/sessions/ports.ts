import type { SessionList, SuspendedUntil } from './session-list.ts';

export interface SessionsRepository {
  find(accountId: string): Promise<SessionList>;
  /** Keeps `list` in place of what was `known`; false where that has changed since. */
  replace(accountId: string, known: SessionList, list: SessionList): Promise<boolean>;
}

/** What decides whether a token may write. */
export interface SessionState {
  readonly lives: boolean;
  readonly suspended: SuspendedUntil | undefined;
}
