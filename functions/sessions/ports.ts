import type { SessionList } from './session-list.ts';

export interface SessionsRepository {
  find(accountId: string): Promise<SessionList>;
  /** Keeps `list` in place of what was `known`; false where that has changed since. */
  replace(accountId: string, known: SessionList, list: SessionList): Promise<boolean>;
}
