import { DomainError } from '../base/errors.ts';
import { timeInWords } from '../base/seconds.ts';
import type { SignedIn } from './access-token.ts';
import type { AuthPorts } from './ports.ts';
import type { AccountNow } from './guesses/known-devices.ts';

type PasswordPorts = Pick<AuthPorts, 'identity' | 'guesses' | 'devices'>;

/** Guesses count per group: all strangers, or one known device or session, which strangers cannot lock out. */
type Guesser = 'STRANGERS' | `DEVICE#${string}` | `SESSION#${string}`;

/** Adds fields to the request's log line. */
export type Noting = (fields: {
  readonly account?: string;
  readonly guess?: 'stranger';
  readonly second_factor?: 'asked for';
}) => void;

/**
 * Checks a password without a session; `mark` is the device's. `note` logs a stranger's wrong guess. Throws
 * `too_many_requests`, for a right password too, while guesses have to wait.
 */
export async function isPassword(
  ports: PasswordPorts,
  account: AccountNow,
  { password, mark }: { readonly password: string; readonly mark: string | undefined },
  note: Noting = () => undefined,
): Promise<boolean> {
  const device = ports.devices.idOf(mark, account);
  const isRight = await isRightFor(ports, account.id, device ? `DEVICE#${device}` : 'STRANGERS', password);
  if (!isRight && !device) note({ guess: 'stranger' });
  return isRight;
}

/**
 * Checks the password of a signed-in person. Throws `forbidden` with these words for a wrong one, and
 * `too_many_requests`.
 */
export async function requirePassword(
  ports: PasswordPorts,
  { accountId, sessionId }: SignedIn,
  password: string,
  words = 'The password is not right.',
): Promise<void> {
  if (!(await isRightFor(ports, accountId, `SESSION#${sessionId}`, password)))
    throw new DomainError('forbidden', words);
}

/** Counts a try before checking the password, so that concurrent tries cannot exceed the limit. */
async function isRightFor(
  { identity, guesses }: PasswordPorts,
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
  const ways = [
    `Try again in ${timeInWords(waitMs)}`,
    ...(guesser === 'STRANGERS' ? ['log in where you have logged in before'] : []),
    'or set a new password',
  ];
  const words = ways.length > 2 ? ways.join(', ') : ways.join(' ');
  return new DomainError('too_many_requests', `Too many wrong passwords. ${words}.`, {
    retryAfterS: Math.ceil(waitMs / 1000),
  });
}
