import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#web/lib/api/api.ts';
import { shouldRetry } from '#web/lib/api/query.ts';

describe('a failed query', () => {
  it.each([400, 401, 404, 429])('is not retried after a %i', (status) => {
    expect(shouldRetry(0, new ApiFailure({ status, code: 'not_found' }))).toBe(false);
  });

  it.each([
    ['a server error', new ApiFailure({ status: 503, code: 'unavailable' })],
    ['no answer', new ApiFailure({ status: 0, code: 'network' })],
  ])('is retried twice after %s', (_, failure) => {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, failure))).toEqual([true, true, false]);
  });
});
