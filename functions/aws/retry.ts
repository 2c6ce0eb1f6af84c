import { busy, unavailable, type PlainReason } from '../base/errors.ts';

/** Conflicts by a concurrent write: a retry may succeed. */
const CONFLICTS = new Set(['TransactionConflictException', 'WriteConflictError']);

/** Throttling that outlasted the SDK's own retries (see `client-settings.ts`). */
const THROTTLED = [
  'ThrottlingException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
];

const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 1000;

/** For items with many concurrent writers. About five seconds in all. */
export const HIGH_CONTENTION_ATTEMPTS = 14;

/** Every attempt met a conflict; `cause` is the last one. */
class RetriesExhaustedError extends Error {
  override readonly name = 'RetriesExhaustedError';
}

/** An item has changed since it was read: `retryOnConflict` reads it again. */
export class WriteConflictError extends Error {
  override readonly name = 'WriteConflictError';
}

/** Backs off exponentially with full jitter. Throws `RetriesExhaustedError`; other failures pass, also throttling. */
export async function retryOnConflict<T>(call: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === attempts)
        throw new RetriesExhaustedError('Conflicts on every attempt', { cause: error });
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CONFLICTS.has(error.name) || cancellationReasons(error).includes('TransactionConflict');
}

/** Too much load after all retries: AWS throttles, or writes keep conflicting. */
export const isContended = (error: unknown): boolean =>
  error instanceof RetriesExhaustedError || isAwsError(error, ...THROTTLED);

/** What callers get after all retries: `busy` where others wrote first each time, `unavailable` where AWS throttles. */
export function contentionFailure(error: unknown, reason: PlainReason): unknown {
  if (error instanceof RetriesExhaustedError) return busy(reason, error);
  return isContended(error) ? unavailable(reason, error) : error;
}

/** Per write in order: `None`, `ConditionalCheckFailed`, `TransactionConflict`… Empty for other errors. */
export function cancellationReasons(error: unknown): string[] {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return [];
  const reasons = (error as { CancellationReasons?: readonly { Code?: string }[] }).CancellationReasons ?? [];
  return reasons.map((reason) => reason.Code ?? 'None');
}

/** An item has at most 400 KB (Amazon DynamoDB Developer Guide, "Quotas"). */
export const isTooLarge = (error: unknown): boolean =>
  isAwsError(error, 'ValidationException') && /item size/i.test(String(error));

export function isAwsError(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** `null` when AWS fails with one of these exceptions. */
export async function nullOn<T>(names: readonly string[], call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isAwsError(error, ...names)) return null;
    throw error;
  }
}

/** False when a condition did not hold. */
export async function unlessConditionFails(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isAwsError(error, 'ConditionalCheckFailedException')) return false;
    if (cancellationReasons(error).includes('ConditionalCheckFailed')) return false;
    throw error;
  }
}
