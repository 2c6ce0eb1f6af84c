import type { Reporter, TestModule } from 'vitest/node';
import { nameOf } from './test-names.ts';

const LISTED = 10;

interface Timed {
  readonly name: string;
  readonly ms: number;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(9);

const slowest = (timed: readonly Timed[]): string =>
  timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, LISTED)
    .map(({ name, ms }) => `${seconds(ms)}  ${name}`)
    .join('\n');

/** Prints the slowest files of a run, including set-up, and its slowest tests. */
export class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const files = modules.map((module) => {
      const { duration, setupDuration, collectDuration } = module.diagnostic();
      return { name: nameOf(module), ms: duration + setupDuration + collectDuration };
    });
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: nameOf(test),
        ms: test.diagnostic()?.duration ?? 0,
      })),
    );
    console.log(`\nSlowest files\n${slowest(files)}\n\nSlowest tests\n${slowest(tests)}\n`);
  }
}
