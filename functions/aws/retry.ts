/** Failures that say "too fast" or "somebody else was first just now": the same call may succeed in a moment. */
const TRANSIENT = new Set([
  'ThrottlingException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'TransactionConflictException',
  'RacedError',
]);

const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 1000;

/** For an item that a crowd may change at the same moment. About five seconds in all. */
export const PATIENT_ATTEMPTS = 14;

/** The service still refuses after all attempts; `cause` is its last answer. */
export class StillThrottledError extends Error {
  override readonly name = 'StillThrottledError';
}

/** Something that was read has changed before it could be written: read again. */
export class RacedError extends Error {
  override readonly name = 'RacedError';
}

/**
 * Calls AWS again, with exponential back-off and full jitter, while it throttles or a write meets another.
 * Throws `StillThrottledError` in the end; every other failure passes through at once.
 */
export async function retryThrottled<T>(call: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === attempts) throw new StillThrottledError('AWS still throttles', { cause: error });
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TRANSIENT.has(error.name) || cancellationReasons(error).includes('TransactionConflict');
}

/**
 * Why each write of a transaction was refused, in the order of its writes: `None`, `ConditionalCheckFailed`,
 * `TransactionConflict`… Empty for any other error.
 */
export function cancellationReasons(error: unknown): string[] {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return [];
  const reasons = (error as { CancellationReasons?: readonly { Code?: string }[] }).CancellationReasons ?? [];
  return reasons.map((reason) => reason.Code ?? 'None');
}

/** True when an AWS failure has one of these exception names. */
export function isAwsError(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** True when a conditional write or transaction happened, false when a condition did not hold. */
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
