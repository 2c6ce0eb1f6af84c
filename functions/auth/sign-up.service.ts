import type * as z from 'zod/mini';
import type { SignupBody } from '#shared/people/auth.ts';
import { isReserved } from '#shared/plain/reserved-names.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Account, Claim } from './account.ts';
import { sendFirstCode } from './email/proofs.service.ts';
import { isPassword, type LogGuess } from './password.service.ts';
import { requireUncommon } from './password-rules.ts';
import type { AuthDeps } from './ports.ts';
import { NO_SESSIONS } from './table/session-list.ts';
import { openSession, type Device, type OpenSession } from './sessions/sessions.service.ts';

/**
 * Creates person, channel and claims. Creates the person first: new ids cannot collide, and a person without claims can
 * never log in, even if the clean-up fails. A repeated sign-up with the same details logs in. Throws `username_taken`,
 * `email_taken`, `invalid_request`.
 */
export async function signUp(
  ports: AuthDeps,
  { username, email, password, language }: z.output<typeof SignupBody>,
  device: Device,
  note?: LogGuess,
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
    sendFirstCode(ports, account),
  ]);
  return session;
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
  note?: LogGuess,
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
