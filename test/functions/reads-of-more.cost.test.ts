import { describe } from 'vitest';
import { testReadCosts } from '#test/support/api/reads/test-read-costs.ts';
import { isSoak } from '#test/support/runner/effort.ts';

/** Every list that a read looks at is full already with the fewer ones. */
describe('on a larger site', { tags: ['slow'] }, () => {
  testReadCosts(Number(process.env['READ_CHANNELS']) || (isSoak ? 20_000 : 200));
});
