/** Grants and revokes the role of a site moderator, which only the operator can do (`operate/admin.ts`). */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { retryOnConflict, unlessConditionFails } from '#functions/aws/retry.ts';
import { accountKey, findChannelId } from '#functions/channels/index.ts';
import { appendToLog } from './transparency/append.writes.ts';
import { OPERATOR } from './transparency/chain.ts';

type RoleChange = 'done' | 'already so' | 'not found';

/** Logs the change publicly. A suspended user cannot become a moderator. */
export async function setModerator(
  table: Table,
  username: string,
  isModerator: boolean,
  clock: () => number = Date.now,
): Promise<RoleChange> {
  const id = await findChannelId(table, username);
  const account = id === null ? undefined : await getItem<{ is_moderator?: boolean }>(table, accountKey(id));
  if (id === null || !account) return 'not found';
  if ((account.is_moderator ?? false) === isModerator) return 'already so';
  const change = { is_moderator: isModerator || undefined };
  const condition = isModerator
    ? 'attribute_exists(pk) AND attribute_not_exists(is_leaving) AND attribute_not_exists(suspended) AND attribute_not_exists(is_moderator)'
    : 'attribute_exists(is_moderator)';
  const sealed = { concerned: id, moderator: OPERATOR, case_id: null };
  const act = {
    act: isModerator ? 'grant' : 'revoke',
    subject: 'role',
    reason: null,
    until: null,
    sealed,
  } as const;
  const logged = appendToLog(table, act, clock, async (logWrites) => {
    const TransactItems = [
      { Update: assignment(table, accountKey(id), change, { if: condition }) },
      ...logWrites,
    ];
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
  });
  return (await unlessConditionFails(logged)) ? 'done' : 'already so';
}
