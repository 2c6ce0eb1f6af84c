/**
 * Codes that prove e-mail addresses, as the table holds them. Keys:
 *
 * | item               | pk             | sk           |
 * |--------------------|----------------|--------------|
 * | last code, expires | `CHANNEL#<id>` | `EMAIL_CODE` |
 *
 * `tries` is an attribute of the item, so that concurrent tries are counted without reading it.
 */
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '#functions/aws/table/get-item.ts';
import { cancellationReasons, retryOnConflict, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import {
  addition,
  assignment,
  ofVersion,
  putInput,
  putItem,
  where,
} from '#functions/aws/table/write-items.ts';
import { accountKey } from '#functions/channels/index.ts';
import type { Account } from '../account.ts';
import { seconds } from '#functions/base/seconds.ts';
import { emailKey, isLapsed, ofAccount, unproven, type ClaimItem } from './account.item.ts';
import { CODES_WINDOW_MS, MAX_TRIES, type EmailCode } from './email-code.ts';

const codeKey = (accountId: string) => ({ pk: `CHANNEL#${accountId}`, sk: 'EMAIL_CODE' });

export type EmailCodesRepository = ReturnType<typeof emailCodesRepository>;

export const emailCodesRepository = (table: Table) => ({
  find: async (accountId: string): Promise<EmailCode | null> => {
    const item = await getItem<{ code: EmailCode }>(table, codeKey(accountId));
    return item?.code ?? null;
  },
  /** False when `known` has changed since. */
  replace: (accountId: string, known: EmailCode | null, code: EmailCode): Promise<boolean> =>
    putItem(table, codeItem(accountId, code), ofVersion(known?.version ?? 0)),
  /** Counts a try; false after too many, or when the code is no longer the latest. Safe for concurrent tries. */
  takeTry: (accountId: string, code: EmailCode): Promise<boolean> => takeTry(table, accountId, code),
  /**
   * Assigns the address exclusively to the account; `next` replaces the code, if one proves it. `taken`: another
   * account has proven it; `raced`: the code or account has changed.
   */
  prove: (account: Account, email: string, nowMs: number, next?: EmailCode) =>
    prove(table, account, { email, nowMs, next }),
  /** Returns who holds an address, from the view of one account. */
  holderOf: async (
    email: string,
    accountId: string,
    nowMs: number,
  ): Promise<'own' | 'unclaimed' | 'unproven' | 'proven'> => {
    const claim = await getItem<ClaimItem>(table, emailKey(email));
    if (!claim || isLapsed(claim, nowMs)) return 'unclaimed';
    if (claim.channel_id === accountId) return 'own';
    return claim.is_unverified ? 'unproven' : 'proven';
  },
});

const codeItem = (accountId: string, code: EmailCode) => ({
  ...codeKey(accountId),
  version: code.version,
  code,
  tries: 0,
  expires_at: seconds(Math.max(...code.sentMs) + CODES_WINDOW_MS),
});

/** The salt identifies the code: entering it changes the version. */
function takeTry(table: Table, accountId: string, { salt }: EmailCode): Promise<boolean> {
  const isLeft = { if: 'code.salt = :salt AND tries < :most', values: { ':salt': salt, ':most': MAX_TRIES } };
  const update = new UpdateCommand(addition(table, codeKey(accountId), { tries: 1 }, isLeft));
  return unlessConditionFails(retryOnConflict(() => table.client.send(update)));
}

interface Proof {
  readonly email: string;
  readonly nowMs: number;
  readonly next: EmailCode | undefined;
}

/** One transaction, so that an address never has two accounts, nor an account none. */
async function prove(
  table: Table,
  account: Account,
  { email, nowMs, next }: Proof,
): Promise<'proven' | 'taken' | 'raced'> {
  const { id } = account;
  const { if: isFree, values } = unproven(nowMs);
  const isOurs = { if: `${isFree} OR channel_id = :id`, values: { ...values, ':id': id } };
  const isAsRead = {
    if: 'email = :was AND attribute_not_exists(is_leaving)',
    values: { ':was': account.email },
  };
  const TransactItems: Write[] = [
    { Put: putInput(table, { ...emailKey(email), channel_id: id }, isOurs) },
    { Update: assignment(table, accountKey(id), { email, is_unverified: undefined }, isAsRead) },
    ...(next ? [{ Put: putInput(table, codeItem(id, next), ofVersion(next.version - 1)) }] : []),
    ...(await giveUp(table, account, email)),
  ];
  try {
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    return 'proven';
  } catch (error) {
    const reasons = cancellationReasons(error);
    if (!reasons.includes('ConditionalCheckFailed')) throw error;
    return reasons[0] === 'ConditionalCheckFailed' ? 'taken' : 'raced';
  }
}

/** Releases the account's former address, if it was its own. */
async function giveUp(table: Table, { id, email }: Account, next: string): Promise<Write[]> {
  if (email.toLowerCase() === next.toLowerCase()) return [];
  const claim = await getItem<ClaimItem>(table, emailKey(email));
  if (claim?.channel_id !== id) return [];
  return [{ Delete: { TableName: table.TableName, Key: emailKey(email), ...where(ofAccount(id)) } }];
}
