import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { LoginBody, SignupBody, User } from '../../shared/people/auth.ts';
import { isReserved } from '../../shared/plain/reserved-names.ts';
import { DomainError } from '../base/errors.ts';
import type { Caller } from '../http/context.ts';
import { toUser, type Account, type Claim } from './account.ts';
import { beginProof, isReachable, notify } from './email/proofs.service.ts';
import { isPassword, requireAccount, requirePassword, type Noting } from './password.service.ts';
import { requireUncommon } from './password-rules.ts';
import type { AuthDeps } from './ports.ts';
import { NO_SESSIONS } from './session-list.ts';
import { endSessions, openSession, type Device, type OpenSession } from './sessions.service.ts';

const secondFactorSteps = () => import('./two-factor/take-code.ts');

/**
 * Creates person, channel and claims. Creates the person first: new ids cannot collide, and a person without claims can
 * never log in, even if the clean-up fails. A repeated sign-up with the same details logs in. Throws `username_taken`,
 * `email_taken`, `invalid_request`.
 */
export async function signUp(
  ports: AuthDeps,
  { username, email, password, language }: z.output<typeof SignupBody>,
  device: Device,
  note?: Noting,
): Promise<OpenSession> {
  const { accounts, identity } = ports;
  const taken = await accounts.findClaim({ username, email }, ports.clock());
  if (taken) return logInAgain(ports, { username, email, password }, taken, device, note);
  if (isReserved(username))
    throw new DomainError('username_taken', 'username_reserved', { field: 'username' });
  await requireUncommon(password, [username, email]);
  const account: Account = {
    id: ports.newId(),
    username,
    displayName: username,
    email,
    createdAt: new Date(ports.clock()).toISOString(),
    isUnverified: ports.mail.canSend,
    language,
  };
  await identity.create(account.id, email, password);
  const lost = await accounts.create(account, ports.clock()).catch(async (error: unknown) => {
    await identity.delete(account.id);
    throw error;
  });
  if (lost) {
    await identity.delete(account.id);
    return logInAgain(ports, { username, email, password }, lost, device, note);
  }
  const [session] = await Promise.all([
    openSession(ports, account, device, NO_SESSIONS.generation),
    beginProof(ports, account),
  ]);
  return session;
}

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
  note: Noting = () => undefined,
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
    const { requireSecondFactor } = await secondFactorSteps();
    await requireSecondFactor(ports, id, secondFactor, code);
  }
  return openSession(ports, account, device, generation);
}

/**
 * An unused id, so that an unknown name takes as long as a known one. Distinct per name, because wrong passwords lock
 * an id. Hashed, because the provider does not accept every text.
 */
const unknownIdOf = (username: string): string =>
  `NOBODY-${createHash('sha256').update(username.toLowerCase()).digest('hex')}`;

/** Throws `unauthenticated` when the account no longer exists. */
export const currentUser = async (ports: AuthDeps, id: string): Promise<User> =>
  toUser(await requireAccount(ports, id));

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
  // Checks the typed name alone, so that a stranger does not learn the account's other name.
  await requireUncommon(password, [username]);
  const account = await ports.accounts.findByName(username);
  const isReset = await ports.identity.resetPassword(account?.id ?? unknownIdOf(username), code, password);
  if (!account || !isReset) throw new DomainError('invalid_credentials', 'wrong_code', { field: 'code' });
  const generation = await endSessions(ports, account.id);
  if (account.isUnverified) {
    // Comes first, so that the next reset repeats it after a failure.
    const { removeSecondFactor } = await secondFactorSteps();
    await removeSecondFactor(ports, account.id);
    await ports.codes.prove(account, account.email, ports.clock());
  }
  await notify(ports, account, 'new password');
  return ports.devices.marked(mark, { id: account.id, generation });
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

const TAKEN: Readonly<Record<Claim, () => DomainError>> = {
  username: () => new DomainError('username_taken', 'username_taken', { field: 'username' }),
  email: () => new DomainError('email_taken', 'email_taken', { field: 'email' }),
  lookalike: () => new DomainError('username_taken', 'similar_name_taken', { field: 'username' }),
};

/** Serves a retry of a successful sign-up; a stranger learns only that the name is taken. */
async function logInAgain(
  ports: AuthDeps,
  { username, email, password }: z.output<typeof SignupBody>,
  taken: Claim,
  device: Device,
  note?: Noting,
): Promise<OpenSession> {
  const account = await ports.accounts.findByName(username);
  if (account?.email.toLowerCase() === email.toLowerCase()) {
    const { generation } = await ports.sessions.find(account.id);
    const { mark } = device;
    // An account with a second factor is not new, and must log in with its code.
    const isNew = !(await ports.secondFactors.find(account.id)).isOn;
    if (isNew && (await isPassword(ports, { id: account.id, generation }, { password, mark }, note)))
      return openSession(ports, account, device, generation);
  }
  throw TAKEN[taken]();
}
