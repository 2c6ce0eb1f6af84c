import { createHash } from 'node:crypto';
import { DomainError } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import type { Account } from './account.ts';
import type { AuthDeps } from './ports.ts';
import type { AccountGeneration } from './guesses/known-devices.ts';

/** Guesses count per group: all strangers, or one known device or session, which strangers cannot lock out. */
type Guesser = 'STRANGERS' | `DEVICE#${string}` | `SESSION#${string}`;

/** Adds fields to the request's log line. */
export type LogGuess = (fields: {
  readonly account?: string;
  readonly guess?: 'stranger';
  readonly second_factor?: 'asked for';
}) => void;

/**
 * Checks a password without a session; `mark` is the device's. `note` logs a stranger's wrong guess. Throws
 * `too_many_requests`, for a right password too, while guesses have to wait.
 */
export async function isPassword(
  ports: AuthDeps,
  account: AccountGeneration,
  { password, mark }: { readonly password: string; readonly mark: string | undefined },
  note: LogGuess = () => undefined,
): Promise<boolean> {
  const device = ports.devices.idOf(mark, account);
  const isRight = await isRightFor(ports, account.id, device ? `DEVICE#${device}` : 'STRANGERS', password);
  if (!isRight && !device) note({ guess: 'stranger' });
  return isRight;
}

/** Throws `unauthenticated` when the account no longer exists. */
export async function requireAccount({ accounts }: Pick<AuthDeps, 'accounts'>, id: string): Promise<Account> {
  const account = await accounts.findById(id);
  if (!account) throw accountGone();
  return account;
}

export const accountGone = (): DomainError => new DomainError('unauthenticated', 'account_gone');

/** Checks the caller's password. Throws `forbidden` for this reason for a wrong one, and `too_many_requests`. */
export async function requirePassword(
  ports: AuthDeps,
  { id, sessionId }: Caller,
  password: string,
  reason: 'wrong_password' | 'wrong_current_password' = 'wrong_password',
): Promise<void> {
  if (await isRightFor(ports, id, `SESSION#${sessionId}`, password)) return;
  const field = reason === 'wrong_password' ? 'password' : 'current_password';
  throw new DomainError('forbidden', reason, { field });
}

/** The caller's account, once the password is checked. Throws `unauthenticated`, `forbidden`, `too_many_requests`. */
export async function authorizeByPassword(
  ports: AuthDeps,
  caller: Caller,
  password: string,
): Promise<Account> {
  const account = await requireAccount(ports, caller.id);
  await requirePassword(ports, caller, password);
  return account;
}

/** Passwords are stored composed; older ones are stored as typed. Each form counts as a guess, as at Cognito. */
async function isRightFor(
  ports: AuthDeps,
  accountId: string,
  guesser: Guesser,
  password: string,
): Promise<boolean> {
  for (const form of new Set([password.normalize('NFC'), password]))
    if (await isRightForm(ports, accountId, guesser, form)) return true;
  return false;
}

/** Counts a try before checking the password, so that concurrent tries cannot exceed the limit. */
async function isRightForm(
  { identity, guesses }: AuthDeps,
  accountId: string,
  guesser: Guesser,
  password: string,
): Promise<boolean> {
  const waitMs = await guesses.claim(accountId, guesser);
  if (waitMs > 0) throw refusal(guesser, waitMs);
  const isRight = await identity.isPassword(accountId, password).catch(async (error: unknown) => {
    await guesses.giveBack(accountId, guesser);
    throw error;
  });
  if (isRight) await guesses.forget(accountId, guesser);
  return isRight;
}

function refusal(guesser: Guesser, waitMs: number): DomainError {
  const reason = guesser === 'STRANGERS' ? 'many_passwords_of_strangers' : 'many_passwords';
  return new DomainError('too_many_requests', reason, { wait_s: Math.ceil(waitMs / 1000) });
}

/**
 * An unused id, so that an unknown name takes as long as a known one. Distinct per name, because wrong passwords lock
 * an id. Hashed, because the provider does not accept every text.
 */
export const unknownIdOf = (username: string): string =>
  `NOBODY-${createHash('sha256').update(username.toLowerCase()).digest('hex')}`;
