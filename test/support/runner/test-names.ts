import { relative } from 'node:path';
import type { TestCase, TestModule } from 'vitest/node';

/** What a file, or a test in it, is called in a report: its path, and the words that lead to the test. */
export const nameOf = (one: TestModule | TestCase): string =>
  one.type === 'module' ? relative(process.cwd(), one.moduleId) : `${nameOf(one.module)} › ${one.fullName}`;
