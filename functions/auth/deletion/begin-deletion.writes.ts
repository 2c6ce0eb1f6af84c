import { getItem } from '#functions/aws/table/get-item.ts';
import { WriteConflictError } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, assignment, putInput, transact, where } from '#functions/aws/table/write-items.ts';
import { accountKey, usernameKey } from '#functions/channels/index.ts';
import type { Account } from '../account.ts';
import { seconds } from '#functions/base/seconds.ts';
import { emailKey, ofAccount, type AccountItem, type ClaimItem } from '../table/account.item.ts';
import { deletionItem } from './deletions.repository.ts';

/** Throws `WriteConflictError` when the account has changed since it was read. */
export async function beginDeletion(
  table: Table,
  { id, username, email }: Account,
  nowMs: number,
  namesKeptUntilMs: number,
): Promise<void> {
  const expires_at = seconds(namesKeptUntilMs);
  const claim = await getItem<ClaimItem>(table, emailKey(email));
  const isOwn = claim?.channel_id === id;
  const kept = { Put: putInput(table, { ...emailKey(email), expires_at }, ofAccount(id)) };
  const freed = { Delete: { TableName: table.TableName, Key: emailKey(email), ...where(ofAccount(id)) } };
  const isHere = { if: 'attribute_exists(pk) AND attribute_not_exists(is_leaving)' };
  const isBegun = await transact(table, [
    { Update: assignment(table, accountKey(id), { is_leaving: true }, isHere) },
    { Put: putInput(table, deletionItem({ id, dueMs: nowMs, isSwept: false }), ABSENT) },
    { Put: putInput(table, { ...usernameKey(username), expires_at }, ofAccount(id)) },
    ...(isOwn ? [claim.is_unverified ? freed : kept] : []),
  ]);
  if (isBegun) return;
  const now = await getItem<AccountItem>(table, accountKey(id));
  if (now && !now.is_leaving) throw new WriteConflictError('The account has changed');
}
