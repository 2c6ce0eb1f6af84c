import { testReadCosts } from '#test/support/api/reads/test-read-costs.ts';

testReadCosts(100);
