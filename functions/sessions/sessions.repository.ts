/**
 * Who is signed in, as the table holds it: all sessions of an account are one item, so that one read tells whether one
 * of them lives, and one write ends them all. Keys:
 *
 * | item     | pk             | sk         |
 * |----------|----------------|------------|
 * | sessions | `CHANNEL#<id>` | `SESSIONS` |
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../aws/table/get-item.ts';
import { unlessConditionFails } from '../aws/retry.ts';
import type { Table } from '../aws/table/table.ts';
import { ofVersion, placement } from '../aws/table/write-expressions.ts';
import type { SignedIn } from './access-token.ts';
import type { SessionsRepository } from './ports.ts';
import { alive, NO_SESSIONS, SESSION_LIFE_MS, type SessionList } from './session-list.ts';

const sessionsKey = (accountId: string) => ({ pk: `CHANNEL#${accountId}`, sk: 'SESSIONS' });

export function sessionsRepository(table: Table, clock: () => number = Date.now): SessionsRepository {
  return {
    find: (accountId) => findSessions(table, accountId),
    replace: (accountId, known, { generation, sessions }) => {
      const expires_at = Math.ceil((clock() + SESSION_LIFE_MS) / 1000);
      const item = {
        ...sessionsKey(accountId),
        version: known.version + 1,
        generation,
        sessions,
        expires_at,
      };
      return unlessConditionFails(
        table.client.send(new PutCommand(placement(table, item, ofVersion(known.version)))),
      );
    },
  };
}

/** Whether a session goes on, as every write before has left it. */
export const sessionLives =
  (table: Table, clock: () => number = Date.now) =>
  async ({ accountId, sessionId }: SignedIn): Promise<boolean> =>
    alive(await findSessions(table, accountId), clock()).some(({ id }) => id === sessionId);

const findSessions = async (table: Table, accountId: string): Promise<SessionList> =>
  (await getItem<SessionList>(table, sessionsKey(accountId))) ?? NO_SESSIONS;
