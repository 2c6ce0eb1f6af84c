import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { finishSessionEnd } from '#functions/auth/sessions/session-end.service.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import {
  type PendingSessionEnd,
  sessionEndsRepository,
} from '#functions/auth/table/session-ends.repository.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { sessionPushes } from '../session-pushes.ts';

/** For the tick. Loaded lazily, because few changes are interrupted. */
export const finishInterruptedEnd = (table: Table, pending: PendingSessionEnd): Promise<void> =>
  finishSessionEnd(
    {
      accounts: accountsRepository(table),
      sessionEnds: sessionEndsRepository(table),
      sessions: sessionsRepository(table),
      pushes: sessionPushes(table),
      clock: Date.now,
    },
    pending,
  );
