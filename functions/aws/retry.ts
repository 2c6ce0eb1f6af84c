import { isTransientError } from '@smithy/core/retry';
import { busy, DomainError, unavailable, type PlainReason } from '#functions/base/errors.ts';
import { limitedBy } from './time-limits.ts';

/** Conflicts by a concurrent write: a retry may succeed. */
const CONFLICTS = new Set(['TransactionConflictException', 'WriteConflictError', 'UnprocessedKeysError']);

/** Throttling that outlasted the client's retries (see `client-settings.ts`). */
const THROTTLED = [
  'ThrottlingException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'InternalServerError',
  'UnprocessedKeysError',
];

/**
 * The same among the reasons of a cancelled transaction, whose names lack an ending. Source: Amazon DynamoDB API Reference,
 * "TransactWriteItems".
 */
const THROTTLED_REASONS = new Set([
  'ThrottlingError',
  ...THROTTLED.flatMap((name) => [name, name.replace(/Exception$/, '')]),
]);

const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 1000;

/** For items with many concurrent writers. About five seconds in all. */
export const HIGH_CONTENTION_ATTEMPTS = 14;
/** No attempt begins later than this after the first one: a request has ten seconds. */
const MAX_RETRY_MS = 6000;

/** Every attempt met a conflict; `cause` is the last one. */
class RetriesExhaustedError extends Error {
  override readonly name = 'RetriesExhaustedError';
}

/** An item has changed since it was read: `retryOnConflict` reads it again. */
export class WriteConflictError extends Error {
  override readonly name = 'WriteConflictError';
}

/** DynamoDB left keys of a batch out, as it does under load. */
export class UnprocessedKeysError extends Error {
  override readonly name = 'UnprocessedKeysError';
}

/**
 * Backs off exponentially with full jitter. Throws `RetriesExhaustedError`, or `UnprocessedKeysError` where that was the
 * last one; other failures pass. The table's client retries throttling itself.
 */
export async function retryOnConflict<T>(call: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  const untilMs = Date.now() + limitedBy(MAX_RETRY_MS);
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isConflict(error)) throw error;
      const isLast = attempt === attempts || Date.now() > untilMs;
      if (isLast && error instanceof UnprocessedKeysError) throw error;
      if (isLast) throw new RetriesExhaustedError('Conflicts on every attempt', { cause: error });
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
    }
  }
}

export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reasons = failedReasons(error);
  const isCancelledByConflict = reasons.length > 0 && reasons.every((reason) => reason === CONFLICT);
  return CONFLICTS.has(error.name) || isCancelledByConflict;
}

const CONFLICT = 'TransactionConflict';

const failedReasons = (error: unknown): string[] =>
  cancellationReasons(error).filter((reason) => reason !== 'None');

/** Whether a transaction would succeed with less load: a failed condition next to a throttled write is final. */
function isThrottledTransaction(error: unknown): boolean {
  const reasons = failedReasons(error);
  const isThrottled = (reason: string): boolean => THROTTLED_REASONS.has(reason);
  return reasons.some(isThrottled) && reasons.every((reason) => isThrottled(reason) || reason === CONFLICT);
}

/** What DynamoDB refuses for now, and the SDK does not retry by itself. */
export const isTemporaryRefusal = (error: unknown): boolean =>
  isAwsError(error, 'TransactionConflictException') || isThrottledTransaction(error);

/** Too much load after all retries: AWS throttles, or writes keep conflicting. */
export const isContended = (error: unknown): boolean =>
  error instanceof RetriesExhaustedError || isAwsError(error, ...THROTTLED) || isTemporaryRefusal(error);

/** AWS throttles, fails or does not answer in time. */
export const isUnavailable = (error: unknown): boolean => isContended(error) || isOutage(error);

/** A service fails, or does not answer in time. */
function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnavailable);
  if (!(error instanceof Error)) return false;
  // The SDK takes an aborted request for one that its caller gave up.
  return isTransientError(error as Parameters<typeof isTransientError>[0]) || isOutage(error.cause);
}

/**
 * What callers get after all retries: `busy` where others wrote first each time, `unavailable` where AWS throttles, fails
 * or does not answer. Other failures stay.
 */
export function contentionFailure(error: unknown, reason: PlainReason): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof RetriesExhaustedError) return busy(reason, error);
  return isUnavailable(error) ? unavailable(reason, error) : error;
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
