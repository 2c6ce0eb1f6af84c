import type { AccountSettings, User } from '#shared/people/auth.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import { toUser, type Account } from '../account.ts';
import { authorizeByPassword, requireAccount } from '../password.service.ts';
import type { AuthDeps } from '../ports.ts';
import { sendCode, completeProof } from './code-steps.service.ts';
import { entered, isCode, isPending, type EmailCode } from '../table/email-code.ts';

/** The current address, whether it is proven, and the one that is to replace it. */
export async function accountSettings(
  ports: Pick<AuthDeps, 'accounts' | 'codes' | 'mail' | 'clock'>,
  accountId: string,
): Promise<AccountSettings> {
  const [account, code] = await Promise.all([requireAccount(ports, accountId), ports.codes.find(accountId)]);
  const pending = pendingEmail(account, code, ports.clock());
  const holder = await ports.codes.holderOf(account.email, accountId, ports.clock());
  return {
    email: account.email,
    is_email_verified: !account.isUnverified,
    is_email_taken: holder === 'proven',
    pending_email: pending !== null && !isSame(pending, account.email) ? pending : null,
    can_send_mail: ports.mail.canSend,
  };
}

/** Throws `conflict` when no address waits for its proof, `too_many_requests`. */
export async function sendCodeAgain(ports: AuthDeps, accountId: string): Promise<void> {
  const account = await requireAccount(ports, accountId);
  const known = await ports.codes.find(accountId);
  const email = pendingEmail(account, known, ports.clock());
  if (email === null) throw new DomainError('conflict', 'email_confirmed');
  await requireOpen(ports, account, email);
  await sendCode(ports, account, known, email);
}

/**
 * Sends a code to a new address, which replaces the present one once the code is entered. Throws `forbidden` for a
 * wrong password, `email_taken`, `conflict` for the present address, `too_many_requests`.
 */
export async function changeEmail(
  ports: AuthDeps,
  caller: Caller,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const account = await authorizeByPassword(ports, caller, password);
  if (!account.isUnverified && isSame(email, account.email))
    throw new DomainError('conflict', 'own_email', { field: 'email' });
  await requireOpen(ports, account, email);
  await sendCode(ports, account, await ports.codes.find(account.id), email);
}

/**
 * Makes the code's address the account's, and notifies the former one if it was proven. A repeated request continues an
 * interrupted one. Throws `invalid_request` for a wrong, expired or exhausted code, and `email_taken`.
 */
export async function confirmEmail(ports: AuthDeps, accountId: string, digits: string): Promise<User> {
  const { codes, clock } = ports;
  const account = await requireAccount(ports, accountId);
  const code = await codes.find(accountId);
  // Counts the try before checking the code, so that concurrent tries cannot exceed the limit.
  if (!code || code.expiresMs <= clock() || !(await codes.takeTry(accountId, code))) throw wrongCode();
  if (!isCode(code, digits)) throw wrongCode();
  const known = code.afterEntry ? code : await prove(ports, account, code);
  await completeProof(ports, account, known);
  return toUser({ ...account, email: known.email });
}

async function prove({ codes, clock }: AuthDeps, account: Account, code: EmailCode): Promise<EmailCode> {
  const replaced = account.isUnverified || isSame(account.email, code.email) ? undefined : account.email;
  const next = entered(code, { replaced, isTold: false });
  const outcome = await codes.prove(account, code.email, clock(), next);
  if (outcome === 'taken') throw emailTaken();
  if (outcome === 'proven') return next;
  // The same code may be confirmed twice at once.
  const now = await codes.find(account.id);
  if (now?.afterEntry && now.hash === code.hash) return now;
  throw wrongCode();
}

/** The address that waits for its proof: a new one, or the current one. */
function pendingEmail(account: Account, code: EmailCode | null, nowMs: number): string | null {
  const requested = code && isPending(code, nowMs) ? code.email : null;
  if (account.isUnverified) return requested ?? account.email;
  return requested !== null && !isSame(requested, account.email) ? requested : null;
}

/** Sends no codes for an address that is already taken. */
async function requireOpen({ codes, clock }: AuthDeps, { id }: Account, email: string): Promise<void> {
  if ((await codes.holderOf(email, id, clock())) === 'proven') throw emailTaken();
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const wrongCode = (): DomainError => new DomainError('invalid_request', 'wrong_code', { field: 'code' });

const emailTaken = (): DomainError => new DomainError('email_taken', 'email_taken', { field: 'email' });
