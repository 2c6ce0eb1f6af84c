import { expect, it } from 'vitest';
import { DomainError, isWithinLimit } from '#functions/base/errors.ts';

it('a count that fails is no reached limit, so a replay is not given up for it', async () => {
  expect(await isWithinLimit(Promise.resolve())).toBe(true);
  expect(await isWithinLimit(Promise.reject(new DomainError('too_many_requests', 'too_fast')))).toBe(false);
  for (const error of [new Error('no table'), new DomainError('busy', 'changed_elsewhere')])
    await expect(isWithinLimit(Promise.reject(error))).rejects.toBe(error);
});
