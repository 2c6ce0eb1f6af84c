import { onTestFinished, TestRunner, type RunnerTask } from 'vitest';

/**
 * Cleans up at the end of the current test, or of the file if called in a hook. An open page would continue to play and
 * slow down the following tests.
 */
export function untilTestEnds(end: (test: RunnerTask) => Promise<unknown>): void {
  const test = TestRunner.getCurrentTest();
  if (test) onTestFinished(async () => void (await end(test)));
}
