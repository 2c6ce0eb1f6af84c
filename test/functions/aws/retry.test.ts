import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cancellationReasons,
  isAwsError,
  WriteConflictError,
  retryOnConflict,
  unlessConditionFails,
} from '#functions/aws/retry.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fails so often, then answers. */
const failing = (times: number, error: Error) => {
  let calls = 0;
  return vi.fn(async () => {
    if (++calls <= times) throw error;
    return 'done';
  });
};

async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const settled = Promise.allSettled([promise]);
  await vi.advanceTimersByTimeAsync(60_000);
  return (await settled)[0];
}

describe('a call that meets another', () => {
  it.each([
    awsFailure('TransactionConflictException'),
    new WriteConflictError('somebody was faster'),
    cancelled('None', 'TransactionConflict'),
  ])('succeeds when the other is done: %s', async (error) => {
    const call = failing(5, error);
    expect(await settle(retryOnConflict(call))).toEqual({ status: 'fulfilled', value: 'done' });
    expect(call).toHaveBeenCalledTimes(6);
  });

  it('fails after six attempts, with the last answer as the cause', async () => {
    const cause = awsFailure('TransactionConflictException');
    const call = failing(6, cause);
    const result = await settle(retryOnConflict(call));
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'RetriesExhaustedError', cause } });
    expect(call).toHaveBeenCalledTimes(6);
  });

  it('waits at most 1.6 s in all', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const startedMs = Date.now();
    const call = failing(5, awsFailure('TransactionConflictException'));
    const result = retryOnConflict(call).then(() => Date.now() - startedMs);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toBeLessThanOrEqual(1600);
    vi.restoreAllMocks();
  });
});

describe('any other failure', () => {
  it.each([
    awsFailure('ThrottlingException'),
    awsFailure('ValidationException'),
    awsFailure('ResourceNotFoundException'),
    cancelled('ConditionalCheckFailed', 'None'),
    new TypeError('a fault of ours'),
  ])('passes through at once, unchanged: %s', async (error) => {
    const call = failing(1, error);
    await expect(retryOnConflict(call)).rejects.toBe(error);
    expect(call).toHaveBeenCalledOnce();
  });
});

describe('the reasons of a cancelled transaction', () => {
  it('come in the order of its writes', () => {
    const error = cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict');
    expect(cancellationReasons(error)).toEqual(['None', 'ConditionalCheckFailed', 'TransactionConflict']);
  });

  it('are none for anything else', () => {
    expect(cancellationReasons(awsFailure('ValidationException'))).toEqual([]);
    expect(cancellationReasons(awsFailure('TransactionCanceledException'))).toEqual([]);
    expect(cancellationReasons('text')).toEqual([]);
  });
});

describe('a conditional write', () => {
  const refusal = async (error: Error): Promise<never> => {
    throw error;
  };

  it.each([awsFailure('ConditionalCheckFailedException'), cancelled('None', 'ConditionalCheckFailed')])(
    'did not happen when its condition failed: %s',
    async (error) => {
      expect(await unlessConditionFails(refusal(error))).toBe(false);
    },
  );

  it('happened when it succeeded', async () => {
    expect(await unlessConditionFails(Promise.resolve({}))).toBe(true);
  });

  it.each([awsFailure('ValidationException'), cancelled('None', 'ValidationError')])(
    'passes other failures on: %s',
    async (error) => {
      await expect(unlessConditionFails(refusal(error))).rejects.toBe(error);
    },
  );
});

describe('isAwsError', () => {
  it('knows failures by name, and nothing else', () => {
    const error = awsFailure('NotAuthorizedException');
    expect(isAwsError(error, 'UserNotFoundException', 'NotAuthorizedException')).toBe(true);
    expect(isAwsError(error, 'UserNotFoundException')).toBe(false);
    expect(isAwsError({ name: 'NotAuthorizedException' }, 'NotAuthorizedException')).toBe(false);
  });
});
