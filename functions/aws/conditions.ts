import { cancellationReasons, isAwsError } from './retry.ts';

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
