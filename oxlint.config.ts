import { defineConfig } from 'oxlint';
import { fences } from './lint/fences.ts';

/** The linter's own rules, and those that hold the architecture. */
export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  jsPlugins: ['./lint/vocabulary.ts', './lint/messages.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['web/dist', 'cdk.out', '.fanfare'],
  rules: {
    'vocabulary/plain-names': 'error',
    'vocabulary/plain-comments': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'max-depth': ['error', 3],
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    // zod has names of its own.
    'no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'promise/always-return': 'off',
    // Messages take functions that make an element of what a tag contains; nothing renders those as components.
    'react/no-unstable-nested-components': 'off',
    'react/react-in-jsx-scope': 'off',
    // Our statuses and searches need their roles for readers that do not know the newer elements.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-set-has': 'off',
    // It means window.postMessage and finds the ports of worker threads.
    'unicorn/require-post-message-target-origin': 'off',
    // A message beside the value says what an assertion in a loop was about.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/require-mock-type-parameters': 'off',
    // Helpers that assert are called so; `assert` is fast-check's.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert'] }],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
  },
  overrides: [
    { files: ['*.config.ts', '**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    // A construct is made for its effect on the tree.
    { files: ['infra/**', 'test/infra/**'], rules: { 'no-new': 'off' } },
    { files: ['web/src/**'], rules: { 'messages/no-text': 'error', 'messages/literal-key': 'error' } },
    // Browsers may forbid them: `web/src/lib/kept.ts`.
    {
      files: ['web/src/**'],
      rules: { 'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'] },
    },
    { files: ['functions/**', 'web/src/**'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
    // Their `it` is an extended one, which the rule does not know.
    {
      files: ['test/journeys/**', 'test/support/browser/journey.ts'],
      rules: { 'vitest/no-standalone-expect': 'off' },
    },
    ...fences,
  ],
});
