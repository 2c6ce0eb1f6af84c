/** Replaces passwords, forgotten ones too. Loaded lazily, for few requests. */
import { DomainError } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import { isReachable, notify } from './email/proofs.service.ts';
import { requireAccount, requirePassword, unknownIdOf } from './password.service.ts';
import { requireUncommon } from './password-rules.ts';
import type { AuthDeps } from './ports.ts';
import { changeAndEndSessions } from './sessions/session-end.service.ts';
import { endSessions, type Device } from './sessions/sessions.service.ts';

/**
 * Sends a code by e-mail; `username` may be the address. Neither the answer nor its limits (`too_many_requests`) reveal
 * whether the account exists.
 */
export async function forgotPassword(ports: AuthDeps, username: string): Promise<void> {
  const account = await ports.accounts.findByName(username);
  // Sends no mail to an unproven address, because its owner may not have signed up.
  const canMail = await isReachable(ports, account);
  await ports.identity.sendResetCode(account && canMail ? account.id : unknownIdOf(username));
}

/**
 * Ends all sessions, and proves the address. An account whose address was unproven loses its second factor, because a
 * stranger may have made it. Throws `invalid_credentials` alike for a wrong code and an unknown name, and
 * `invalid_request` for a password that is easily guessed. Returns the device's new mark, so that strangers' guesses do
 * not lock it out.
 */
export async function resetPassword(
  ports: AuthDeps,
  {
    username,
    code,
    password,
  }: { readonly username: string; readonly code: string; readonly password: string },
  { mark }: Device,
): Promise<string> {
  // Only checks the typed name, so that a stranger does not learn the account's other name.
  await requireUncommon(password, [username]);
  const account = await ports.accounts.findByName(username);
  const id = account?.id ?? unknownIdOf(username);
  const { result: owner, generation } = await changeAndEndSessions(ports, { id }, async () => {
    const isReset = await ports.identity.resetPassword(id, code, password);
    if (!account || !isReset) throw new DomainError('invalid_credentials', 'wrong_code', { field: 'code' });
    return account;
  });
  await ports.mail.noteArrival(owner.email, ports.clock());
  if (owner.isUnverified) {
    // Comes first, so that the next reset repeats it after a failure.
    const { removeSecondFactor } = await import('./two-factor/take-code.ts');
    await removeSecondFactor(ports, owner.id);
    await ports.codes.prove(owner, owner.email, ports.clock());
  }
  await notify(ports, owner, 'new password');
  return ports.devices.marked(mark, { id, generation });
}

/**
 * Ends all other sessions. Throws `forbidden` for a wrong current password, `invalid_request` for a new one that is
 * easily guessed, and `too_many_requests`. Returns the device's new mark.
 */
export async function changePassword(
  ports: AuthDeps,
  caller: Caller,
  { current_password, new_password }: { readonly current_password: string; readonly new_password: string },
  { mark }: Device,
): Promise<string> {
  const { id, sessionId } = caller;
  await requirePassword(ports, caller, current_password, 'wrong_current_password');
  const account = await requireAccount(ports, id);
  await requireUncommon(new_password, [account.username, account.email], 'new_password');
  // Ends sessions before the change, so that none survives a failure, and after it, because one may have begun
  // meanwhile.
  await endSessions(ports, id, sessionId);
  await ports.identity.setPassword(id, new_password);
  const generation = await endSessions(ports, id, sessionId);
  await notify(ports, account, 'new password');
  return ports.devices.marked(mark, { id, generation });
}
