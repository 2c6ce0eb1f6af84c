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
 * `channel-keys.ts`).
 */
import type { Language } from '#messages/languages.ts';
import { retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { accountKey, usernameKey } from '#functions/channels/index.ts';
import type { Account, Claim } from '../account.ts';
import {
  claimKey,
  emailKey,
  isTaken,
  toAccount,
  type AccountItem,
  type ClaimItem,
} from '../table/account.item.ts';

/** Read for an unknown name, so that the answer takes as long as for a known one. */
const UNKNOWN_ID = 'NOBODY';

export type AccountsRepository = ReturnType<typeof accountsRepository>;

export function accountsRepository(table: Table) {
  const findById = async (id: string): Promise<Account | null> => {
    const item = await getItem<AccountItem>(table, accountKey(id));
    return item && !item.is_leaving ? toAccount(item) : null;
  };
  return {
    /** Creates account, channel and both claims in one transaction; returns the claim that is taken, if any. */
    create: async (account: Account, nowMs: number): Promise<Claim | null> => {
      const { createAccount } = await import('./create-account.writes.ts');
      return createAccount(table, account, nowMs);
    },
    /** The first name that is taken or still reserved. */
    findClaim: async (
      { username, email }: Pick<Account, 'username' | 'email'>,
      nowMs: number,
    ): Promise<Claim | null> => {
      const [byUsername, byEmail] = await Promise.all([
        getItem<ClaimItem>(table, usernameKey(username)),
        getItem<ClaimItem>(table, emailKey(email)),
      ]);
      return isTaken(byUsername, nowMs) ? 'username' : isTaken(byEmail, nowMs) ? 'email' : null;
    },
    findById,
    /** `name` is a username or an e-mail address, in any case. */
    findByName: async (name: string): Promise<Account | null> => {
      const claim = await getItem<ClaimItem>(table, claimKey(name));
      return findById(claim?.channel_id ?? UNKNOWN_ID);
    },
    /** Also of the person's notifications; `undefined` for none. False when there is no such account. */
    setLanguage: async (id: string, language: Language | undefined): Promise<boolean> => {
      const { setLanguage } = await import('./language.writes.ts');
      return setLanguage(table, id, language);
    },
    /** Locks the account and queues it for deletion; its names stay reserved until `namesKeptUntilMs`. Idempotent. */
    beginDeletion: async (account: Account, nowMs: number, namesKeptUntilMs: number): Promise<void> => {
      const { beginDeletion } = await import('../deletion/begin-deletion.writes.ts');
      await retryOnConflict(() => beginDeletion(table, account, nowMs, namesKeptUntilMs));
    },
  };
}
