import { defineConfig } from 'vitest/config';

/** Projects run one group after the other, so that a browser that watches a stream has the machine to itself. */
const project = (name: string, include: string, groupOrder: number, timeoutMs: number) => ({
  test: {
    name,
    include: [include],
    sequence: { groupOrder },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    fileParallelism: name !== 'e2e',
  },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', 'test/{shared,functions,web,local}/**/*.test.ts', 0, 20_000),
      project('infra', 'test/infra/**/*.test.ts', 0, 120_000),
      project('stand-ins', 'test/stand-ins/**/*.test.ts', 1, 30_000),
      project('e2e', 'test/e2e/**/*.test.ts', 2, 120_000),
    ],
  },
});
