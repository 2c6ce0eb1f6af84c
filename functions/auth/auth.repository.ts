/**
 * Accounts, as the table holds them. Keys:
 *
 * | item              | pk              | sk        |
 * |-------------------|-----------------|-----------|
 * | account (private) | `CHANNEL#<id>`  | `ACCOUNT` |
 * | claim of a name   | `USERNAME#<lc>` | `CLAIM`   |
 * | claim of an e-mail| `EMAIL#<lc>`    | `CLAIM`   |
 *
 * The account's channel is made in the same transaction, with the words that lead to it (see `channel.item.ts` and
 * `channel.place.ts`).
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../aws/get-item.ts';
import { cancellationReasons, retryRaced } from '../aws/retry.ts';
import type { Table } from '../aws/table.ts';
import { ABSENT, addition, placement } from '../aws/write-expressions.ts';
import { accountKey, countKey, newChannel, usernameKey } from '../channels/channel.item.ts';
import { placeOf, toItem, wordKeys } from '../channels/table/channel.place.ts';
import { noteWords, settleNoted, wordChange } from '../channels/words/known-words.ts';
import type { Account } from './account.ts';
import type { AccountsRepository, Claim } from './ports.ts';

interface AccountItem {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly created_at: string;
}

const emailKey = (email: string) => ({ pk: `EMAIL#${email.toLowerCase()}`, sk: 'CLAIM' });

/** No username has an @, and no e-mail address lacks one. */
const claimKey = (name: string) => (name.includes('@') ? emailKey(name) : usernameKey(name));

/** The account that is read for an unknown name, so that it takes as long as a known one. */
const NOBODY = 'NOBODY';

export function accountsRepository(table: Table): AccountsRepository {
  const findById = async (id: string): Promise<Account | null> => {
    const item = await getItem<AccountItem>(table, accountKey(id));
    return item ? toAccount(item) : null;
  };
  return {
    create: (account) => create(table, account),
    findClaim: async ({ username, email }) => {
      const [byUsername, byEmail] = await Promise.all([
        getItem(table, usernameKey(username)),
        getItem(table, emailKey(email)),
      ]);
      return byUsername ? 'username' : byEmail ? 'email' : null;
    },
    findById,
    findByName: async (name) => {
      const claim = await getItem(table, claimKey(name));
      return findById(String(claim?.['channel_id'] ?? NOBODY));
    },
  };
}

async function create(table: Table, account: Account): Promise<Claim | null> {
  const { id, username, displayName: display_name, email, createdAt: created_at } = account;
  const put = (item: Record<string, unknown>) => ({ Put: placement(table, item, ABSENT) });
  const item: AccountItem = { id, username, display_name, email, created_at };
  const channel = newChannel(id, username);
  const place = placeOf(channel);
  const note = { owner: `CHANNEL#${id}`, version: 0, ...wordChange([], place.words, true) };
  const TransactItems = [
    put({ ...usernameKey(username), channel_id: id }),
    put({ ...emailKey(email), channel_id: id }),
    put({ ...accountKey(id), ...item }),
    put({ ...toItem(channel), noted: true }),
    ...wordKeys(id, place).map(put),
    ...noteWords(table, note),
    { Update: addition(table, countKey, { total: 1 }) },
  ];
  try {
    await retryRaced(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    await settleNoted(table, note);
    return null;
  } catch (error) {
    const [byUsername, byEmail] = cancellationReasons(error);
    if (byUsername === 'ConditionalCheckFailed') return 'username';
    if (byEmail === 'ConditionalCheckFailed') return 'email';
    throw error;
  }
}

const toAccount = (item: AccountItem): Account => ({
  id: item.id,
  username: item.username,
  displayName: item.display_name,
  email: item.email,
  createdAt: item.created_at,
});
