import { DomainError } from '../../base/errors.ts';
import { timeInWords } from '../../limits/rate-refusal.ts';
import type { SignedIn } from '../access-token.ts';
import type { AccountNow, AuthPorts } from '../ports.ts';

export type PasswordPorts = Pick<AuthPorts, 'identity' | 'guesses' | 'devices'>;

/** Whose guesses count together: all strangers', or those of one device or session, which no stranger keeps waiting. */
type Guesser = 'STRANGERS' | `DEVICE#${string}` | `SESSION#${string}`;

/** Adds to the request's line in the log. */
export type Noting = (fields: {
  readonly account?: string;
  readonly guess?: 'stranger';
  readonly second_factor?: 'asked for';
}) => void;

/**
 * Whether the password is the account's, asked by who is not signed in, with the mark of their device. `note` is told of a
 * stranger's wrong guess. Throws `too_many_requests`, alike for a right one, where guesses have to wait.
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
 * That somebody who is signed in knows the password. Throws `forbidden` with these words where they do not, and
 * `too_many_requests` as above.
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

/** A try is counted before the password is looked at, so that many at once are no more than there may be. */
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
