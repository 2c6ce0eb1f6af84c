import type { Language } from '#messages/languages.ts';
import type { User } from '#shared/people/auth.ts';
import { toUser } from './account.ts';
import { accountGone, requireAccount } from './password.service.ts';
import type { AuthDeps } from './ports.ts';

/** `null` takes the choice back. Throws `unauthenticated` when the account no longer exists. */
export async function chooseLanguage(
  ports: Pick<AuthDeps, 'accounts'>,
  id: string,
  chosen: Language | null,
): Promise<User> {
  const account = await requireAccount(ports, id);
  const language = chosen ?? undefined;
  if (account.language !== language && !(await ports.accounts.setLanguage(id, language))) throw accountGone();
  return toUser({ ...account, language });
}
