import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentionFailure } from '#functions/aws/retry.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import { openTable, type Table } from '#functions/aws/table/table.ts';
import { transact, updateItem } from '#functions/aws/table/write-items.ts';
import { TIME_LIMITS } from '#functions/aws/time-limits.ts';
import { awsFailure, cancelled } from '#test/support/stand-ins/aws-failure.ts';
import { ThrottledService } from '#test/support/stand-ins/throttled-service.ts';

vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example secret');

let table: Table;
const { attempts } = TIME_LIMITS.dynamodb;
const KEY = { pk: 'A', sk: 'B' };
const write = { Put: { TableName: 'fanfare', Item: KEY } };

const writes = {
  'a transaction': () => transact(table, [write, write]),
  'a transaction without retries of its own': () =>
    table.client.send(new TransactWriteCommand({ TransactItems: [write, write] })),
};
const single = { 'a write': () => updateItem(table, KEY, { name: 'Ada' }) };

const service = (failure: string | Error, throttles: number) =>
  new ThrottledService(table.client, failure, { throttles, answer: {} });

beforeEach(() => {
  // A client that has met many refusals sends no more retries.
  table = openTable('fanfare');
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.restoreAllMocks());

const NAMED = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
].map((name) => awsFailure(name, name, { $metadata: {} }));
const FAULT = awsFailure('InternalServerError', 'fault', { $metadata: { httpStatusCode: 500 } });

const reasons = [
  cancelled('ThrottlingError', 'None'),
  cancelled('None', 'ProvisionedThroughputExceeded'),
  cancelled('ThrottlingError', 'TransactionConflict'),
  cancelled('None', 'ThrottlingException'),
  cancelled('RequestLimitExceeded', 'None'),
  cancelled('TransactionInProgressException', 'None'),
  cancelled('None', 'InternalServerError'),
];
const cases = [
  ...Object.entries(writes).flatMap(([name, send]) =>
    [...NAMED, FAULT, ...reasons].map((failure) => ({ name, send, failure })),
  ),
  ...Object.entries(single).flatMap(([name, send]) =>
    [...NAMED, FAULT].map((failure) => ({ name, send, failure })),
  ),
].map((one) => ({
  ...one,
  by: `${one.failure.name} ${JSON.stringify((one.failure as { CancellationReasons?: unknown }).CancellationReasons ?? '')}`,
}));

describe.each(cases)('$name that DynamoDB refuses for now by $by', ({ send, failure }) => {
  it('is sent again until it succeeds', async () => {
    using throttled = service(failure, attempts - 1);
    await send();
    expect(throttled.calls).toBe(attempts);
  });

  it('ends as unavailable where DynamoDB does not relent', async () => {
    using throttled = service(failure, 99);
    const failed = await send().catch((error: unknown) => contentionFailure(error, 'channel_busy'));
    expect(failed).toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    expect(throttled.calls).toBe(attempts);
  });
});

it.each([
  cancelled('ConditionalCheckFailed', 'ThrottlingError'),
  cancelled('ProvisionedThroughputExceeded', 'ConditionalCheckFailed'),
  cancelled('ConditionalCheckFailed', 'TransactionConflict'),
])('a condition that failed is final, whatever stands beside it: %o', async (failure) => {
  using throttled = service(failure, 1);
  expect(await transact(table, [write, write])).toBe(false);
  expect(throttled.calls).toBe(1);
});

it('a conflict of a single write is retried', async () => {
  using throttled = service(awsFailure('TransactionConflictException', '', { $metadata: {} }), 2);
  expect(await updateItem(table, KEY, { name: 'Ada' })).toBe(true);
  expect(throttled.calls).toBe(3);
});

it('retries end with the time of a request', async () => {
  let nowMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  using throttled = service(cancelled('ThrottlingError'), 99);
  // Each attempt takes two seconds.
  vi.spyOn(Math, 'random').mockImplementation(() => {
    nowMs += 2000;
    return 0;
  });
  await expect(transact(table, [write])).rejects.toThrow('Transaction cancelled');
  expect(throttled.calls).toBeLessThan(attempts / 2);
});

it('a batch read whose keys stay unread is unavailable', async () => {
  const UnprocessedKeys = { fanfare: { Keys: [KEY] } };
  using unread = new ThrottledService(table.client, '', { throttles: 0, answer: { UnprocessedKeys } });
  const failed = await getMany(table, [KEY]).catch((error: unknown) =>
    contentionFailure(error, 'channel_busy'),
  );
  expect(failed).toMatchObject({ code: 'unavailable' });
  expect(unread.calls).toBeGreaterThan(1);
});
