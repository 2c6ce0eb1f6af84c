/**
 * Sessions and access tokens. All of an account are one item, so that one read finds any of them and one write ends them
 * all. Keys:
 *
 * | item                                | pk             | sk                   |
 * |-------------------------------------|----------------|----------------------|
 * | sessions and access tokens, expires | `CHANNEL#<id>` | `SESSIONS`           |
 * | their generation                    | `CHANNEL#<id>` | `SESSION_GENERATION` |
 *
 * The generation is an item of its own once it is not 0, and never expires: devices that were forgotten would be known
 * again if it started over with the sessions.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Caller } from '#functions/http/context.ts';
import { retryOnConflict, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ofVersion, putInput, transact } from '#functions/aws/table/write-items.ts';
import {
  withoutExpired,
  NO_SESSIONS,
  SESSION_LIFE_MS,
  suspensionOf,
  type SessionList,
  type SuspendedUntil,
  validTokens,
} from './session-list.ts';

const SESSIONS = 'SESSIONS';
const GENERATION = 'SESSION_GENERATION';
const keyOf = (accountId: string, sk: string) => ({ pk: `CHANNEL#${accountId}`, sk });

export type SessionsRepository = ReturnType<typeof sessionsRepository>;

export function sessionsRepository(table: Table, clock: () => number = Date.now) {
  return {
    find: (accountId: string) => findSessions(table, accountId),
    /** False when `known` has changed since. */
    replace: (accountId: string, known: SessionList, list: SessionList): Promise<boolean> => {
      const Put = replacement(table, accountId, known, list, clock());
      const { generation } = list;
      if (generation === known.generation)
        return unlessConditionFails(retryOnConflict(() => table.client.send(new PutCommand(Put))));
      const kept = putInput(table, { ...keyOf(accountId, GENERATION), generation });
      return transact(table, [{ Put }, { Put: kept }]);
    },
  };
}

/** Suspensions and access tokens outlive the sessions, so the item expires with the last of them. */
function replacement(
  table: Table,
  accountId: string,
  known: SessionList,
  { generation, sessions, tokens, suspended }: SessionList,
  nowMs: number,
) {
  const kept = validTokens({ tokens }, nowMs);
  const untilMs = Math.max(
    nowMs + SESSION_LIFE_MS,
    suspended?.until_ms ?? 0,
    ...kept.map(({ expires_ms }) => expires_ms),
  );
  const isPermanent = suspended?.until_ms === null;
  const item = {
    ...keyOf(accountId, SESSIONS),
    version: known.version + 1,
    generation,
    sessions,
    ...(kept.length > 0 && { tokens: kept }),
    ...(suspended && { suspended }),
    ...(!isPermanent && { expires_at: Math.ceil(untilMs / 1000) }),
  };
  return putInput(table, item, ofVersion(known.version));
}

/** A write for a transaction: sets or lifts a suspension for all sessions. Suspension ends access tokens. */
export async function suspendSessions(
  table: Table,
  accountId: string,
  suspended: SuspendedUntil | undefined,
  nowMs: number,
): Promise<Write> {
  const known = await findSessions(table, accountId);
  const ended = suspended && { tokens: undefined };
  return { Put: replacement(table, accountId, known, { ...known, ...ended, suspended }, nowMs) };
}

/** Whether a session is active and its person may write; a consistent read. */
export async function findSessionState(
  table: Table,
  { id: accountId, sessionId }: Caller,
  nowMs: number,
): Promise<{ readonly isActive: boolean; readonly suspended: SuspendedUntil | undefined }> {
  const stored = await getItem<SessionList>(table, keyOf(accountId, SESSIONS));
  const list = { ...NO_SESSIONS, ...stored };
  return {
    isActive: withoutExpired(list, nowMs).some(({ id }) => id === sessionId),
    suspended: suspensionOf(list, nowMs),
  };
}

/** Both items by one read, which costs no more than one item. */
async function findSessions(table: Table, accountId: string): Promise<SessionList> {
  const { pk } = keyOf(accountId, SESSIONS);
  const { items } = await queryPage<Partial<SessionList> & { readonly sk: string }>(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': pk, ':first': SESSIONS, ':last': GENERATION },
    ConsistentRead: true,
  });
  const generations = items.map(({ generation = 0 }) => generation);
  const sessions = items.find(({ sk }) => sk === SESSIONS);
  return { ...NO_SESSIONS, ...sessions, generation: Math.max(0, ...generations) };
}
