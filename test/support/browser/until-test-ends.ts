import { onTestFinished, TestRunner } from 'vitest';

/**
 * Ends with the present test what began in it; what a hook began is for all tests of its file. A page that nobody looks at
 * any more would play on, at the cost of all tests that follow.
 */
export function untilTestEnds(end: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()));
}
