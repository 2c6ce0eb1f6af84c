/**
 * Accounts, as the table holds them. Keys:
 *
 * | item              | pk              | sk        |
 * |-------------------|-----------------|-----------|
 * | account (private) | `CHANNEL#<id>`  | `ACCOUNT` |
 * | claim of a name   | `USERNAME#<lc>` | `CLAIM`   |
 * | claim of an e-mail| `EMAIL#<lc>`    | `CLAIM`   |
 *
 * `channel_id` names the owner of a claim. A claim without it belonged to a deleted account and stays reserved until it
 * expires. The next sign-up may take an unproven address (`is_unverified`) after the code's lifetime (`held_until`, in
 * s), and its owner may take it at once by a proof.
 *
 * The same transaction creates the account's channel and its search words (see `channel.item.ts` and
 * `channel.keys.ts`).
 */
import { retryOnConflict } from '../aws/retry.ts';
import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { accountKey, usernameKey } from '../channels/index.ts';
import type { Account } from './account.ts';
import { claimKey, emailKey, isHeld, toAccount, type AccountItem, type ClaimItem } from './account.item.ts';
import type { AccountsRepository } from './ports.ts';

/** Read for an unknown name, so that the answer takes as long as for a known one. */
const UNKNOWN_ID = 'NOBODY';

export function accountsRepository(table: Table): AccountsRepository {
  const findById = async (id: string): Promise<Account | null> => {
    const item = await getItem<AccountItem>(table, accountKey(id));
    return item && !item.is_leaving ? toAccount(item) : null;
  };
  return {
    create: async (account, nowMs) => {
      const { createAccount } = await import('./create-account.writes.ts');
      return createAccount(table, account, nowMs);
    },
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
      return findById(claim?.channel_id ?? UNKNOWN_ID);
    },
    beginDeletion: async (account, nowMs, namesKeptUntilMs) => {
      const { beginDeletion } = await import('./deletion/begin-deletion.writes.ts');
      await retryOnConflict(() => beginDeletion(table, account, nowMs, namesKeptUntilMs));
    },
  };
}
