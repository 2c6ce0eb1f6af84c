/**
 * How somebody is suspended, and comes back: what of it happens at once, in one transaction with a change of their channel
 * (hidden or shown) and whatever else belongs to it. Their videos and streams follow: `suspension.service.ts`.
 */
import type { Suspension } from '../../../shared/people/auth.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment, placement } from '../../aws/table/write-expressions.ts';
import { accountKey, changeChannel, type ChannelItem, usernameKey } from '../../channels/index.ts';
import { suspendSessions } from '../../auth/index.ts';
import { suspensionItem } from './suspension.item.ts';

/** What else is written, told the channel as it was. */
type Also = (before: ChannelItem) => readonly Write[];

const OPEN_ACCOUNT =
  'attribute_exists(pk) AND attribute_not_exists(is_leaving) AND attribute_not_exists(is_moderator)';

/** Suspends somebody, who is no moderator. False where there is no channel; throws DynamoDB's error where a condition fails. */
export async function suspend(
  table: Table,
  id: string,
  suspension: Suspension & { readonly case_id: string },
  nowMs: number,
  also: Also,
): Promise<boolean> {
  const { until, reason } = suspension;
  const suspended = { until_ms: until === null ? null : Date.parse(until), reason };
  const sessions = await suspendSessions(table, id, suspended, nowMs);
  const account = assignment(table, accountKey(id), { suspended: suspension }, { if: OPEN_ACCOUNT });
  const work = suspensionItem({ id, dueMs: nowMs, phase: 'begin', untilMs: suspended.until_ms });
  const channel = await changeChannel(
    table,
    id,
    () => ({ is_hidden: true }),
    (before) => [
      ...also(before),
      { Update: account },
      sessions,
      named(table, before, true),
      { Put: placement(table, work) },
    ],
  );
  return channel !== null;
}

/** Ends a suspension, if it is still this one. As `suspend`. */
export async function readmit(
  table: Table,
  id: string,
  caseId: string,
  nowMs: number,
  also: Also,
): Promise<boolean> {
  const sessions = await suspendSessions(table, id, undefined, nowMs);
  const isThis = { if: 'suspended.case_id = :case', values: { ':case': caseId } };
  const account = assignment(table, accountKey(id), { suspended: undefined }, isThis);
  const work = suspensionItem({ id, dueMs: nowMs, phase: 'end', untilMs: null });
  const channel = await changeChannel(
    table,
    id,
    () => ({ is_hidden: undefined }),
    (before) => [
      ...also(before),
      { Update: account },
      sessions,
      named(table, before, undefined),
      { Put: placement(table, work) },
    ],
  );
  return channel !== null;
}

/** By which case somebody is suspended; nothing where they are not. */
export async function suspendingCase(table: Table, id: string): Promise<string | undefined> {
  const account = await getItem<{ suspended?: { case_id: string } }>(table, accountKey(id));
  return account?.suspended?.case_id;
}

/** The channel's name leads nowhere, or back to it. */
const named = (table: Table, { id, username }: ChannelItem, is_hidden: true | undefined): Write => ({
  Update: assignment(
    table,
    usernameKey(username),
    { is_hidden },
    { if: 'channel_id = :id', values: { ':id': id } },
  ),
});
