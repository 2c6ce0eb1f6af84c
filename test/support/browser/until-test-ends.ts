import { onTestFinished, TestRunner, type RunnerTask } from 'vitest';

/**
 * Ends with the present test what began in it; what a hook began is for all tests of its file. A page that is
 * left open would play on, at the cost of all tests that follow.
 */
export function untilTestEnds(end: (test: RunnerTask) => Promise<unknown>): void {
  const test = TestRunner.getCurrentTest();
  if (test) onTestFinished(async () => void (await end(test)));
}
