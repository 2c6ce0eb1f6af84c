import type { RecoveryCodes, TwoFactorSecret, TwoFactorState } from '../../../shared/people/auth.ts';
import { DomainError } from '../../base/errors.ts';
import type { SignedIn } from '../access-token.ts';
import { requirePassword } from '../password.service.ts';
import { requireAccount } from '../require-account.ts';
import { endSessions, type Device } from '../sessions.service.ts';
import type { AuthPorts, SessionPorts } from '../ports.ts';
import { begun, newRecoveryCodes, turnedOff, withRecoveryCodes, type SecondFactor } from './second-factor.ts';
import { addressOf, newSecret } from './totp.ts';
import { type SecondFactorPorts, changedMeanwhile, takeCode } from './take-code.ts';

export type TwoFactorPorts = SecondFactorPorts &
  SessionPorts &
  Pick<AuthPorts, 'identity' | 'guesses' | 'notices'>;

/** Authorizes changes to an active second factor. */
interface Proof {
  readonly password: string;
  /** Of the app, or a recovery code. */
  readonly code: string;
}

export async function twoFactorState(
  { secondFactors }: Pick<TwoFactorPorts, 'secondFactors'>,
  accountId: string,
): Promise<TwoFactorState> {
  const { isOn, recoveryHashes } = await secondFactors.find(accountId);
  return { is_on: isOn, recovery_codes_left: recoveryHashes.length };
}

/**
 * Creates a secret, which becomes active by its first code and replaces an earlier inactive one. Throws `forbidden` for
 * a wrong password, `conflict` when a factor is on.
 */
export async function beginTwoFactor(
  ports: TwoFactorPorts,
  caller: SignedIn,
  password: string,
): Promise<TwoFactorSecret> {
  const { accountId } = caller;
  const account = await requireAccount(ports, accountId);
  await requirePassword(ports, caller, password);
  const known = await ports.secondFactors.find(accountId);
  if (known.isOn) throw new DomainError('conflict', 'Two-factor log-in is on already.');
  const secret = await newSecret();
  if (!(await ports.secondFactors.replace(accountId, known, begun(known, secret)))) throw changedMeanwhile();
  return { secret, url: await addressOf(secret, account.username) };
}

/**
 * Turns it on by the app's first code, and ends all other sessions. Returns the recovery codes, this once, and the
 * device's new mark. Throws `invalid_request` for a wrong code, `conflict` when nothing was begun, `too_many_requests`.
 */
export async function turnOnTwoFactor(
  ports: TwoFactorPorts,
  { accountId, sessionId }: SignedIn,
  code: string,
  { mark }: Device,
): Promise<{ readonly codes: RecoveryCodes; readonly mark: string }> {
  const account = await requireAccount(ports, accountId);
  const known = await ports.secondFactors.find(accountId);
  if (known.isOn) throw new DomainError('conflict', 'Two-factor log-in is on already.');
  if (known.secret === '')
    throw new DomainError('conflict', 'Two-factor log-in was not begun, or elsewhere. Please begin again.');
  const codes = await exchangeForCodes(ports, accountId, known, code);
  // Also ends sessions that began meanwhile by the password alone.
  const generation = await endSessions(ports, accountId, sessionId);
  await ports.notices.send(account, 'two-factor on');
  return { codes, mark: ports.devices.marked(mark, { id: accountId, generation }) };
}

/**
 * Replaces the recovery codes. Throws `forbidden`, `invalid_request`, `conflict` when it is off, `too_many_requests`.
 */
export async function renewRecoveryCodes(
  ports: TwoFactorPorts,
  caller: SignedIn,
  { password, code }: Proof,
): Promise<RecoveryCodes> {
  const { accountId } = caller;
  const account = await requireAccount(ports, accountId);
  await requirePassword(ports, caller, password);
  const known = await ports.secondFactors.find(accountId);
  if (!known.isOn) throw new DomainError('conflict', 'Two-factor log-in is off.');
  const codes = await exchangeForCodes(ports, accountId, known, code);
  await ports.notices.send(account, 'new recovery codes');
  return codes;
}

/** Does nothing when it is off. Throws `forbidden`, `invalid_request`, `too_many_requests`. */
export async function turnOffTwoFactor(
  ports: TwoFactorPorts,
  caller: SignedIn,
  { password, code }: Proof,
): Promise<void> {
  const { accountId } = caller;
  const account = await requireAccount(ports, accountId);
  await requirePassword(ports, caller, password);
  const known = await ports.secondFactors.find(accountId);
  if (!known.isOn) return;
  await takeCode(ports, { accountId, known, code, refusal: 'invalid_request', becomes: turnedOff });
  await ports.notices.send(account, 'two-factor off');
}

async function exchangeForCodes(
  ports: TwoFactorPorts,
  accountId: string,
  known: SecondFactor,
  code: string,
): Promise<RecoveryCodes> {
  const recovery_codes = newRecoveryCodes();
  const becomes = (passed: SecondFactor) => withRecoveryCodes(passed, recovery_codes);
  await takeCode(ports, { accountId, known, code, refusal: 'invalid_request', becomes });
  return { recovery_codes };
}
