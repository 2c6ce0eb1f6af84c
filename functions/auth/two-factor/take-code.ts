import type { ErrorCode } from '#shared/base/errors.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { AuthDeps } from '../ports.ts';
import { turnedOff, enterCode, type SecondFactor } from '../table/second-factor.ts';
import { stepOf } from './totp.ts';

type SecondFactorDeps = Pick<AuthDeps, 'secondFactors' | 'clock'>;

/** A concurrent code may win. */
const ATTEMPTS = 3;

interface CodeEntry {
  readonly accountId: string;
  readonly known: SecondFactor;
  readonly code: string;
  /** The error code for a wrong code. */
  readonly refusal: ErrorCode;
  /** A further change by an accepted code. @default nothing */
  readonly becomes?: (next: SecondFactor) => SecondFactor;
}

/**
 * Uses up a code at log-in. Throws `second_factor_required` without one, `invalid_credentials` for a wrong one,
 * `too_many_requests`.
 */
export async function requireSecondFactor(
  ports: SecondFactorDeps,
  accountId: string,
  known: SecondFactor,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw new DomainError('second_factor_required', 'second_factor');
  await takeCode(ports, { accountId, known, code, refusal: 'invalid_credentials' });
}

/** Needs no code: for the proven owner of the address. Throws `too_many_requests` after repeated conflicts. */
export async function removeSecondFactor({ secondFactors }: AuthDeps, accountId: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = await secondFactors.find(accountId);
    if (known.secret === '') return;
    if (await secondFactors.replace(accountId, known, turnedOff(known))) return;
  }
  throw changedMeanwhile();
}

/**
 * Uses up a code and applies its change in one write. Of concurrent codes one is checked and the others learn nothing,
 * so no code works twice and every guess counts. Throws `refusal`, `too_many_requests`.
 */
export async function takeCode(
  { secondFactors, clock }: SecondFactorDeps,
  { accountId, known, code, refusal, becomes = (next) => next }: CodeEntry,
): Promise<void> {
  const nowMs = clock();
  requireOpen(known, nowMs);
  const use = enterCode(known, { text: code, step: await stepOf(known.secret, code, nowMs) }, nowMs);
  if (use.kind === 'used') throw notRight(refusal);
  const next = use.kind === 'good' ? becomes(use.next) : use.next;
  if (!(await secondFactors.replace(accountId, known, next))) throw changedMeanwhile();
  if (use.kind === 'wrong') throw notRight(refusal);
}

const notRight = (refusal: ErrorCode): DomainError =>
  new DomainError(refusal, 'wrong_factor_code', { field: 'code' });

export const changedMeanwhile = (): DomainError =>
  new DomainError('too_many_requests', 'other_code_entered', {
    retryAfterS: 1,
  });

function requireOpen({ closedUntilMs }: SecondFactor, nowMs: number): void {
  const afterMs = closedUntilMs - nowMs;
  if (afterMs <= 0) return;
  throw new DomainError('too_many_requests', 'many_wrong_codes', { wait_s: Math.ceil(afterMs / 1000) });
}
