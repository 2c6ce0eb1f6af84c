import { DomainError } from '../base/errors.ts';
import type { Account } from './account.ts';
import type { AccountsRepository } from './auth.repository.ts';

/** Throws `unauthenticated` when the account no longer exists. */
export async function requireAccount(
  { accounts }: { readonly accounts: Pick<AccountsRepository, 'findById'> },
  id: string,
): Promise<Account> {
  const account = await accounts.findById(id);
  if (!account) throw new DomainError('unauthenticated', 'This account no longer exists.');
  return account;
}
