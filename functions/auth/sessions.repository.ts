/**
 * Sessions. All of an account are one item, so that one read finds any of them and one write ends them all. Keys:
 *
 * | item     | pk             | sk         |
 * |----------|----------------|------------|
 * | sessions | `CHANNEL#<id>` | `SESSIONS` |
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../aws/table/get-item.ts';
import type { Caller } from '../http/context.ts';
import { unlessConditionFails } from '../aws/retry.ts';
import type { Table, Write } from '../aws/table/table.ts';
import { ofVersion, placement } from '../aws/table/write-items.ts';
import {
  alive,
  NO_SESSIONS,
  SESSION_LIFE_MS,
  suspensionOf,
  type SessionList,
  type SuspendedUntil,
} from './session-list.ts';

const sessionsKey = (accountId: string) => ({ pk: `CHANNEL#${accountId}`, sk: 'SESSIONS' });

export type SessionsRepository = ReturnType<typeof sessionsRepository>;

export function sessionsRepository(table: Table, clock: () => number = Date.now) {
  return {
    find: (accountId: string) => findSessions(table, accountId),
    /** False when `known` has changed since. */
    replace: (accountId: string, known: SessionList, list: SessionList): Promise<boolean> =>
      unlessConditionFails(
        table.client.send(new PutCommand(replacement(table, accountId, known, list, clock()))),
      ),
  };
}

/** A suspension outlives the sessions, so the item never expires with one. */
function replacement(
  table: Table,
  accountId: string,
  known: SessionList,
  { generation, sessions, suspended }: SessionList,
  nowMs: number,
) {
  const untilMs = Math.max(nowMs + SESSION_LIFE_MS, suspended?.until_ms ?? 0);
  const isPermanent = suspended?.until_ms === null;
  const item = {
    ...sessionsKey(accountId),
    version: known.version + 1,
    generation,
    sessions,
    ...(suspended && { suspended }),
    ...(!isPermanent && { expires_at: Math.ceil(untilMs / 1000) }),
  };
  return placement(table, item, ofVersion(known.version));
}

/** A write for a transaction: sets or lifts a suspension for all sessions. */
export async function suspendSessions(
  table: Table,
  accountId: string,
  suspended: SuspendedUntil | undefined,
  nowMs: number,
): Promise<Write> {
  const known = await findSessions(table, accountId);
  return { Put: replacement(table, accountId, known, { ...known, suspended }, nowMs) };
}

/** Whether a session is active and its person may write; a consistent read. */
export async function findSessionState(
  table: Table,
  { id: accountId, sessionId }: Caller,
  nowMs: number,
): Promise<{ readonly isActive: boolean; readonly suspended: SuspendedUntil | undefined }> {
  const list = await findSessions(table, accountId);
  return {
    isActive: alive(list, nowMs).some(({ id }) => id === sessionId),
    suspended: suspensionOf(list, nowMs),
  };
}

const findSessions = async (table: Table, accountId: string): Promise<SessionList> =>
  (await getItem<SessionList>(table, sessionsKey(accountId))) ?? NO_SESSIONS;
