/**
 * Accounts, as the table holds them. Keys:
 *
 * | item              | pk              | sk        |
 * |-------------------|-----------------|-----------|
 * | account (private) | `CHANNEL#<id>`  | `ACCOUNT` |
 * | claim of a name   | `USERNAME#<lc>` | `CLAIM`   |
 * | claim of an e-mail| `EMAIL#<lc>`    | `CLAIM`   |
 *
 * Claims say whose a name is by `channel_id`. One without has been left by a deleted account, and is nobody's until it
 * expires. An address that nobody has proven to be theirs (`is_unverified`) is whose who signs up with it next, once the
first code has had its time (`held_until`, in s); and at once whose who proves it.
 *
 * The account's channel is made in the same transaction, with the words that lead to it (see `channel.item.ts` and
 * `channel.place.ts`).
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../aws/table/get-item.ts';
import { cancellationReasons, retryRaced } from '../aws/retry.ts';
import type { Table } from '../aws/table/table.ts';
import { ABSENT, addition, placement } from '../aws/table/write-expressions.ts';
import { accountKey, countKey, newChannel, usernameKey } from '../channels/channel.item.ts';
import { placeOf, toItem, wordKeys } from '../channels/table/channel.place.ts';
import { noteWords, settleNoted, wordChange } from '../channels/words/known-words.ts';
import { seconds } from '../seconds.ts';
import type { Account } from './account.ts';
import {
  claimKey,
  emailKey,
  free,
  isHeld,
  toAccount,
  unheld,
  type AccountItem,
  type ClaimItem,
} from './account.item.ts';
import { CODE_LIFE_MS } from './email/email-code.ts';
import { beginDeletion } from './deletion/begin-deletion.writes.ts';
import type { AccountsRepository, Claim } from './ports.ts';

/** The account that is read for an unknown name, so that it takes as long as a known one. */
const NOBODY = 'NOBODY';

export function accountsRepository(table: Table): AccountsRepository {
  const findById = async (id: string): Promise<Account | null> => {
    const item = await getItem<AccountItem>(table, accountKey(id));
    return item && !item.is_leaving ? toAccount(item) : null;
  };
  return {
    create: (account, nowMs) => create(table, account, nowMs),
    findClaim: async ({ username, email }, nowMs) => {
      const [byUsername, byEmail] = await Promise.all([
        getItem<ClaimItem>(table, usernameKey(username)),
        getItem<ClaimItem>(table, emailKey(email)),
      ]);
      return isHeld(byUsername, nowMs) ? 'username' : isHeld(byEmail, nowMs) ? 'email' : null;
    },
    findById,
    findByName: async (name) => {
      const claim = await getItem<ClaimItem>(table, claimKey(name));
      return findById(claim?.channel_id ?? NOBODY);
    },
    beginDeletion: (account, nowMs, namesKeptUntilMs) =>
      retryRaced(() => beginDeletion(table, account, nowMs, namesKeptUntilMs)),
  };
}

async function create(table: Table, account: Account, nowMs: number): Promise<Claim | null> {
  const { id, username, displayName: display_name, email, createdAt: created_at } = account;
  const put = (item: Record<string, unknown>, condition = ABSENT) => ({
    Put: placement(table, item, condition),
  });
  const open = account.isUnverified && { is_unverified: true };
  const item: AccountItem = { id, username, display_name, email, created_at, ...open };
  const { firstName } = await import('../channels/names/name-claims.ts');
  const { looks, writes: claimed } = firstName(table, id, display_name);
  const channel = { ...newChannel(id, username), looks };
  const place = placeOf(channel);
  const note = { owner: `CHANNEL#${id}`, version: 0, ...wordChange([], place.words, true) };
  const TransactItems = [
    put({ ...usernameKey(username), channel_id: id }, free(nowMs)),
    put(
      {
        ...emailKey(email),
        channel_id: id,
        ...(open && { ...open, held_until: seconds(nowMs + CODE_LIFE_MS) }),
      },
      unheld(nowMs),
    ),
    put({ ...accountKey(id), ...item }),
    put({ ...toItem(channel), noted: true }),
    ...wordKeys(id, place).map((key) => put(key)),
    ...noteWords(table, note),
    { Update: addition(table, countKey, { total: 1 }) },
    ...claimed,
  ];
  try {
    await retryRaced(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    await settleNoted(table, note);
    return null;
  } catch (error) {
    const reasons = cancellationReasons(error);
    const [byUsername, byEmail] = reasons;
    if (byUsername === 'ConditionalCheckFailed') return 'username';
    if (byEmail === 'ConditionalCheckFailed') return 'email';
    if (reasons.slice(-claimed.length).includes('ConditionalCheckFailed')) return 'look';
    throw error;
  }
}
