import type * as z from 'zod/mini';
import type { LoginBody, User } from '#shared/people/auth.ts';
import { DomainError } from '#functions/base/errors.ts';
import { toUser } from './account.ts';
import { isPassword, requireAccount, unknownIdOf, type LogGuess } from './password.service.ts';
import type { AuthDeps } from './ports.ts';
import { openSession, type Device, type OpenSession } from './sessions/sessions.service.ts';

/** The name may be wrong too, but people retype the password. */
const LIKELY_FIELD = { field: 'password' };

/**
 * `username` may be an e-mail address; `code` is of the second factor. `note` logs the account and whether it is known.
 * Throws `invalid_credentials` alike for an unknown name and a wrong password, `second_factor_required`,
 * `too_many_requests`.
 */
export async function logIn(
  ports: AuthDeps,
  { username, password, code }: z.output<typeof LoginBody>,
  device: Device,
  note: LogGuess = () => undefined,
): Promise<OpenSession> {
  const account = await ports.accounts.findByName(username);
  // Never logs the input: people type their password in the wrong field.
  if (account) note({ account: account.id });
  const id = account?.id ?? unknownIdOf(username);
  const { generation } = await ports.sessions.find(id);
  const isRight = await isPassword(ports, { id, generation }, { password, mark: device.mark }, note);
  if (!account || !isRight) throw new DomainError('invalid_credentials', 'wrong_login', LIKELY_FIELD);
  const secondFactor = await ports.secondFactors.find(id);
  if (secondFactor.isOn) {
    note({ second_factor: 'asked for' });
    const { requireSecondFactor } = await import('./two-factor/take-code.ts');
    await requireSecondFactor(ports, id, secondFactor, code);
  }
  return openSession(ports, account, device, generation);
}

/** Throws `unauthenticated` when the account no longer exists. */
export const currentUser = async (ports: AuthDeps, id: string): Promise<User> =>
  toUser(await requireAccount(ports, id));
