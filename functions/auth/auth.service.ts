import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { LoginBody, SignupBody, User } from '../../shared/people/auth.ts';
import { isReserved } from '../../shared/plain/reserved-names.ts';
import { SIMILAR_NAME_TAKEN } from '../channels/index.ts';
import { DomainError } from '../base/errors.ts';
import type { SignedIn } from './access-token.ts';
import { NO_SESSIONS } from './session-list.ts';
import { toUser, type Account } from './account.ts';
import { isPassword, requirePassword, type Noting } from './guesses/password.service.ts';
import { requireUncommon } from './password-rules.ts';
import type { Claim, AuthPorts } from './ports.ts';
import { requireAccount } from './require-account.ts';
import { endSessions, openSession, type Device, type OpenSession } from './sessions.service.ts';

/**
 * Creates person, channel and claims. The person comes first: ids are new, so that cannot collide, and one whose
 * claims then fail is deleted again or, should that fail too, can never log in, for no claim leads to it. A repeated
 * sign-up with the same words logs in. Throws `username_taken`, `email_taken`, `invalid_request`.
 */
export async function signUp(
  ports: AuthPorts,
  { username, email, password }: z.output<typeof SignupBody>,
  device: Device,
  note?: Noting,
): Promise<OpenSession> {
  const { accounts, identity, proofs } = ports;
  const taken = await accounts.findClaim({ username, email }, ports.clock());
  if (taken) return logInAgain(ports, { username, email, password }, taken, device, note);
  if (isReserved(username))
    throw new DomainError('username_taken', 'This username is reserved. Please choose another.');
  await requireUncommon(password, [username, email]);
  const createdAt = new Date(ports.clock()).toISOString();
  const isUnverified = proofs.areRequired;
  const account: Account = {
    id: ports.newId(),
    username,
    displayName: username,
    email,
    createdAt,
    isUnverified,
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
    proofs.begin(account),
  ]);
  return session;
}

/**
 * `username` may be the e-mail address as well; `code` is of the second factor. `note` is told whose account was tried,
 * and whether it has one. Throws `invalid_credentials` alike for an unknown name and a wrong password,
 * `second_factor_required`, `too_many_requests`.
 */
export async function logIn(
  ports: AuthPorts,
  { username, password, code }: z.output<typeof LoginBody>,
  device: Device,
  note: Noting = () => undefined,
): Promise<OpenSession> {
  const account = await ports.accounts.findByName(username);
  // Never what was typed: people type their password in the wrong field.
  if (account) note({ account: account.id });
  const id = account?.id ?? unknownIdOf(username);
  const { generation } = await ports.sessions.find(id);
  const isRight = await isPassword(ports, { id, generation }, { password, mark: device.mark }, note);
  if (!account || !isRight) throw new DomainError('invalid_credentials', 'Invalid username or password');
  if (await ports.secondFactor.isOn(id)) {
    note({ second_factor: 'asked for' });
    await ports.secondFactor.require(id, code);
  }
  return openSession(ports, account, device, generation);
}

/**
 * An id that nobody has. An unknown name takes the way of a known one, so that the time of the answer does not tell it;
 * each its own, since wrong passwords make an id wait. Hashed, as the provider does not take every text.
 */
const unknownIdOf = (username: string): string =>
  `NOBODY-${createHash('sha256').update(username.toLowerCase()).digest('hex')}`;

/** Throws `unauthenticated` when the account behind a token is gone. */
export const currentUser = async (ports: AuthPorts, id: string): Promise<User> =>
  toUser(await requireAccount(ports, id));

/**
 * Sends a code by e-mail; `username` may be the address. Says nothing of whether the account exists: not by its answer,
 * nor by when it has had enough (`too_many_requests`).
 */
export async function forgotPassword(
  { accounts, identity, proofs }: AuthPorts,
  username: string,
): Promise<void> {
  const account = await accounts.findByName(username);
  // An address that was given by somebody else than its owner gets no mail.
  const isReachable = await proofs.isReachable(account);
  await identity.sendResetCode(account && isReachable ? account.id : unknownIdOf(username));
}

/**
 * Ends every session; who has the code has the address, too. Where nobody had shown that before, somebody else may have
 * made the account: it is the address's owner's now, and no second factor is left on it. Throws `invalid_credentials` when the code is not the one
 * sent, alike for an unknown name, and `invalid_request` for a password that is easily guessed. Answers by which mark the
 * device is known from now on, so that it logs in whatever strangers do meanwhile.
 */
export async function resetPassword(
  ports: AuthPorts,
  {
    username,
    code,
    password,
  }: { readonly username: string; readonly code: string; readonly password: string },
  { mark }: Device,
): Promise<string> {
  // By what was typed alone: more would tell a stranger what else the account is called.
  await requireUncommon(password, [username]);
  const account = await ports.accounts.findByName(username);
  const isReset = await ports.identity.resetPassword(account?.id ?? unknownIdOf(username), code, password);
  if (!account || !isReset)
    throw new DomainError('invalid_credentials', 'The code is wrong or too old. Ask for a new one.');
  const generation = await endSessions(ports, account.id);
  if (account.isUnverified) {
    // First: broken off between the two, it is done by the next reset.
    await ports.secondFactor.turnOff(account.id);
    await ports.proofs.prove(account);
  }
  await ports.notices.send(account, 'new password');
  return ports.devices.marked(mark, { id: account.id, generation });
}

/**
 * Ends every session but the caller's own. Throws `forbidden` when the current password is wrong, and `invalid_request`
 * when the new one is easily guessed, and `too_many_requests`. Answers by which mark the device is known from now on.
 */
export async function changePassword(
  ports: AuthPorts,
  signedIn: SignedIn,
  { current_password, new_password }: { readonly current_password: string; readonly new_password: string },
  { mark }: Device,
): Promise<string> {
  const { accountId, sessionId } = signedIn;
  await requirePassword(ports, signedIn, current_password, 'The current password is not right.');
  const account = await requireAccount(ports, accountId);
  await requireUncommon(new_password, [account.username, account.email]);
  // Before: should it fail afterwards, no session outlives the old password. Afterwards: one may have begun meanwhile.
  await endSessions(ports, accountId, sessionId);
  await ports.identity.setPassword(accountId, new_password);
  const generation = await endSessions(ports, accountId, sessionId);
  await ports.notices.send(account, 'new password');
  return ports.devices.marked(mark, { id: accountId, generation });
}

const TAKEN: Readonly<Record<Claim, () => DomainError>> = {
  username: () => new DomainError('username_taken', 'This username is taken. Please choose another.'),
  email: () => new DomainError('email_taken', 'There is an account with this e-mail address already.'),
  look: () => new DomainError('username_taken', SIMILAR_NAME_TAKEN),
};

/** What a retry of a sign-up that succeeded needs; a stranger learns no more than that the name is taken. */
async function logInAgain(
  ports: AuthPorts,
  { username, email, password }: z.output<typeof SignupBody>,
  taken: Claim,
  device: Device,
  note?: Noting,
): Promise<OpenSession> {
  const account = await ports.accounts.findByName(username);
  if (account?.email.toLowerCase() === email.toLowerCase()) {
    const { generation } = await ports.sessions.find(account.id);
    const { mark } = device;
    // Who has a second factor has signed up long ago; nobody goes round it here.
    const isNew = !(await ports.secondFactor.isOn(account.id));
    if (isNew && (await isPassword(ports, { id: account.id, generation }, { password, mark }, note)))
      return openSession(ports, account, device, generation);
  }
  throw TAKEN[taken]();
}
