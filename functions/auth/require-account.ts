import { DomainError } from '../base/errors.ts';
import type { Account } from './account.ts';
import type { AccountsRepository } from './ports.ts';

/** The account behind a token. Throws `unauthenticated` when it is gone. */
export async function requireAccount(
  { accounts }: { readonly accounts: Pick<AccountsRepository, 'findById'> },
  id: string,
): Promise<Account> {
  const account = await accounts.findById(id);
  if (!account) throw new DomainError('unauthenticated', 'This account no longer exists.');
  return account;
}
