import { relative } from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';

/** Returns the name of a file or test in a report: its path, and the test's full name. */
export const nameOf = (one: TestModule | TestCase): string =>
  one.type === 'module' ? relative(process.cwd(), one.moduleId) : `${nameOf(one.module)} › ${one.fullName}`;
