import type { Reporter, TestModule } from 'vitest/node';
import { nameOf } from './test-names.ts';

/** Names the tests that passed only at the second try, each with what it failed by: none of them is well. */
export class SecondTriesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]);
    const told = passed
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `  ${nameOf(test)}\n    ${test.result().errors?.[0]?.message.split('\n')[0]}`);
    if (told.length > 0) console.log(`\nPassed only at the second try\n${told.join('\n')}\n`);
  }
}
