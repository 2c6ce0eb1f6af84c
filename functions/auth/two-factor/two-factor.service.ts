import type { RecoveryCodes, TwoFactorSecret, TwoFactorState } from '#shared/people/auth.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import { notify } from '../email/proofs.service.ts';
import { authorizeByPassword, requireAccount } from '../password.service.ts';
import type { AuthDeps } from '../ports.ts';
import { changeAndEndSessions } from '../sessions/session-end.service.ts';
import type { Device } from '../sessions/sessions.service.ts';
import {
  withNewSecret,
  newRecoveryCodes,
  turnedOff,
  withRecoveryCodes,
  type SecondFactor,
} from '../table/second-factor.ts';
import { addressOf, newSecret } from './totp.ts';
import { changedMeanwhile, takeCode } from './take-code.ts';

/** Authorizes changes to an active second factor. */
interface Proof {
  readonly password: string;
  /** Of the app, or a recovery code. */
  readonly code: string;
}

export async function twoFactorState(
  { secondFactors }: Pick<AuthDeps, 'secondFactors'>,
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
  ports: AuthDeps,
  caller: Caller,
  password: string,
): Promise<TwoFactorSecret> {
  const account = await authorizeByPassword(ports, caller, password);
  const known = await ports.secondFactors.find(account.id);
  if (known.isOn) throw new DomainError('conflict', 'second_factor_on');
  const secret = await newSecret();
  if (!(await ports.secondFactors.replace(account.id, known, withNewSecret(known, secret))))
    throw changedMeanwhile();
  return { secret, url: await addressOf(secret, account.username) };
}

/**
 * Turns it on by the app's first code, and ends all other sessions. Returns the recovery codes, this once, and the
 * device's new mark. Throws `invalid_request` for a wrong code, `conflict` when nothing was begun, `too_many_requests`.
 */
export async function turnOnTwoFactor(
  ports: AuthDeps,
  { id: accountId, sessionId }: Caller,
  code: string,
  { mark }: Device,
): Promise<{ readonly codes: RecoveryCodes; readonly mark: string }> {
  const account = await requireAccount(ports, accountId);
  const known = await ports.secondFactors.find(accountId);
  if (known.isOn) throw new DomainError('conflict', 'second_factor_on');
  if (known.secret === '') throw new DomainError('conflict', 'second_factor_not_begun');
  const of = { id: accountId, kept: sessionId };
  // Also ends sessions that were started meanwhile with the password only.
  const { result: codes, generation } = await changeAndEndSessions(ports, of, () =>
    exchangeForCodes(ports, accountId, known, code),
  );
  await notify(ports, account, 'two-factor on');
  return { codes, mark: ports.devices.marked(mark, { id: accountId, generation }) };
}

/**
 * Replaces the recovery codes. Throws `forbidden`, `invalid_request`, `conflict` when it is off, `too_many_requests`.
 */
export async function renewRecoveryCodes(
  ports: AuthDeps,
  caller: Caller,
  { password, code }: Proof,
): Promise<RecoveryCodes> {
  const account = await authorizeByPassword(ports, caller, password);
  const known = await ports.secondFactors.find(account.id);
  if (!known.isOn) throw new DomainError('conflict', 'second_factor_off');
  const codes = await exchangeForCodes(ports, account.id, known, code);
  await notify(ports, account, 'new recovery codes');
  return codes;
}

/** Does nothing when it is off. Throws `forbidden`, `invalid_request`, `too_many_requests`. */
export async function turnOffTwoFactor(
  ports: AuthDeps,
  caller: Caller,
  { password, code }: Proof,
): Promise<void> {
  const account = await authorizeByPassword(ports, caller, password);
  const known = await ports.secondFactors.find(account.id);
  if (!known.isOn) return;
  await takeCode(ports, {
    accountId: account.id,
    known,
    code,
    refusal: 'invalid_request',
    becomes: turnedOff,
  });
  await notify(ports, account, 'two-factor off');
}

async function exchangeForCodes(
  ports: AuthDeps,
  accountId: string,
  known: SecondFactor,
  code: string,
): Promise<RecoveryCodes> {
  const recovery_codes = newRecoveryCodes();
  const becomes = (passed: SecondFactor) => withRecoveryCodes(passed, recovery_codes);
  await takeCode(ports, { accountId, known, code, refusal: 'invalid_request', becomes });
  return { recovery_codes };
}
