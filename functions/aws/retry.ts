/** Failures that say "somebody else is at the same thing": the same call may succeed in a moment. */
const RACES = new Set(['TransactionConflictException', 'RacedError']);

/** What is throttled to the end of the SDK's tries (see `client-settings.ts`). */
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

/** For an item that a crowd may change at the same moment. About five seconds in all. */
export const PATIENT_ATTEMPTS = 14;

/** Others were faster in all attempts; `cause` is the last answer. */
export class StillRacedError extends Error {
  override readonly name = 'StillRacedError';
}

/** Something that was read has changed before it could be written: read again. */
export class RacedError extends Error {
  override readonly name = 'RacedError';
}

/**
 * Calls again, with exponential back-off and full jitter, while a write meets another. Throws `StillRacedError` in the
 * end; every other failure passes through at once, throttling too, which the SDK has waited for.
 */
export async function retryRaced<T>(call: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isRace(error)) throw error;
      if (attempt === attempts) throw new StillRacedError('Others were faster', { cause: error });
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * delayMs));
    }
  }
}

function isRace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return RACES.has(error.name) || cancellationReasons(error).includes('TransactionConflict');
}

/** True where there is no room for a call just now, however often it was tried: AWS throttles, or a crowd is faster. */
export const isCrowdedOut = (error: unknown): boolean =>
  error instanceof StillRacedError || isAwsError(error, ...THROTTLED);

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

/** What a call answers; `null` where AWS refuses it by one of these exceptions. */
export async function nullOn<T>(names: readonly string[], call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isAwsError(error, ...names)) return null;
    throw error;
  }
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
