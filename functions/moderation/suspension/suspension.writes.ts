/** Hides or shows a channel, in one transaction with the caller's writes; `suspension.service.ts` does the rest. */
import type { Suspension } from '#shared/people/auth.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, putInput } from '#functions/aws/table/write-items.ts';
import { accountKey, changeChannel, type ChannelItem, usernameKey } from '#functions/channels/index.ts';
import { denialKeys, denialWrites } from '#functions/denied-media/index.ts';
import { ivsChannelIds } from '#functions/streaming/index.ts';
import { suspendSessions, suspensionItem, type SuspensionWork } from '#functions/auth/index.ts';

type OtherWrites = (before: ChannelItem) => readonly Write[];

const OPEN_ACCOUNT =
  'attribute_exists(pk) AND attribute_not_exists(is_leaving) AND attribute_not_exists(is_moderator)';

/** False if there is no channel. Throws DynamoDB's error if a condition fails, as for a moderator. */
export function suspend(
  table: Table,
  id: string,
  suspension: Suspension & { readonly case_id: string },
  nowMs: number,
  otherWrites: OtherWrites,
): Promise<boolean> {
  const { until, reason } = suspension;
  const suspended = { until_ms: until === null ? null : Date.parse(until), reason };
  const account = assignment(table, accountKey(id), { suspended: suspension }, { if: OPEN_ACCOUNT });
  const work = { id, dueMs: nowMs, phase: 'begin', untilMs: suspended.until_ms } as const;
  return setHidden(table, work, suspended, (before) => [...otherWrites(before), { Update: account }]);
}

/** Ends only the suspension of this case. Returns and throws like `suspend`. */
export function endSuspension(
  table: Table,
  id: string,
  caseId: string,
  nowMs: number,
  otherWrites: OtherWrites,
): Promise<boolean> {
  const isThis = { if: 'suspended.case_id = :case', values: { ':case': caseId } };
  const account = assignment(table, accountKey(id), { suspended: undefined }, isThis);
  const work = { id, dueMs: nowMs, phase: 'end', untilMs: null } as const;
  return setHidden(table, work, undefined, (before) => [...otherWrites(before), { Update: account }]);
}

async function setHidden(
  table: Table,
  work: SuspensionWork,
  suspended: Parameters<typeof suspendSessions>[2],
  otherWrites: OtherWrites,
): Promise<boolean> {
  const { id, dueMs: nowMs, phase } = work;
  const is_hidden = phase === 'begin' ? true : undefined;
  const [sessions, ivsIds] = await Promise.all([
    suspendSessions(table, id, suspended, nowMs),
    ivsChannelIds(table, id),
  ]);
  const media = { keys: [id, ...ivsIds], isDenied: phase === 'begin', nowMs };
  const writes = (before: ChannelItem) => [
    ...otherWrites(before),
    sessions,
    usernameWrite(table, before, is_hidden),
    { Put: putInput(table, suspensionItem(work)) },
    ...denialWrites(table, denialKeys.channel(id), media),
  ];
  return (await changeChannel(table, id, () => ({ is_hidden }), writes)) !== null;
}

/** `undefined` if the person is not suspended. */
export async function suspendingCase(table: Table, id: string): Promise<string | undefined> {
  const account = await getItem<{ suspended?: { case_id: string } }>(table, accountKey(id));
  return account?.suspended?.case_id;
}

/** A hidden username cannot be found. */
const usernameWrite = (table: Table, { id, username }: ChannelItem, is_hidden: true | undefined): Write => ({
  Update: assignment(
    table,
    usernameKey(username),
    { is_hidden },
    { if: 'channel_id = :id', values: { ':id': id } },
  ),
});
