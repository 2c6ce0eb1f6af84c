import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * Besides the linter's own rules this holds the architecture: data flows one way,
 * web → shared contract → route → service → repository or adapter → AWS, and features do not know each other.
 */

interface Restriction {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

const NOT_FEATURES = new Set(['aws', 'channels', 'http']);

const foldersOf = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_FEATURES.has(entry.name))
    .map((entry) => entry.name);

const oneWay: Restriction = {
  regex: '/(web|infra|test|bench)/',
  message: 'Functions know shared/ and each other alone.',
};

/** The classic build takes each first request of a Lambda 15 ms, most of which are its methods' and messages'. */
const smallZod: Restriction = { regex: '^zod(/v.*)?$', message: "Schemas are of 'zod/mini'." };

const noOtherFeature = (feature: string, features: readonly string[]): Restriction[] => {
  const others = features.filter((name) => name !== feature);
  if (others.length === 0) return [];
  return [
    {
      regex: `^\\.\\./(${others.join('|')})/`,
      message: 'Features do not import each other; a Lambda or a page composes them.',
    },
  ];
};

const restrict = (files: string, patterns: readonly Restriction[]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
});

const functionFeatures = foldersOf('./functions/');
const webFeatures = foldersOf('./web/src/features/');

const adapter = '\\.(repository|cognito|ivs|appsync|s3|mediaconvert|item|transitions)\\.ts$';

const functionRules = functionFeatures.flatMap((feature) => {
  const common = [oneWay, smallZod, ...noOtherFeature(feature, functionFeatures)];
  return [
    restrict(`functions/${feature}/**`, common),
    restrict(`functions/${feature}/*.service.ts`, [
      ...common,
      { regex: '^(hono|@aws-sdk|@smithy|aws-lambda)', message: 'A service knows neither HTTP nor AWS.' },
      {
        regex: `${adapter}|/(aws|http)/`,
        allowTypeImports: true,
        message: 'A service declares ports; a Lambda wires them.',
      },
    ]),
    restrict(`functions/${feature}/*.routes.ts`, [
      ...common,
      { regex: `^@aws-sdk|${adapter}`, message: 'A route parses, calls one verb, answers.' },
    ]),
  ];
});

/** The modules of the contract that hold schemas. */
const withSchemas = readdirSync(new URL('./shared/', import.meta.url))
  .filter((file) =>
    / from '(zod\/mini|\.\/(fields|route)\.ts)'/.test(
      readFileSync(new URL(`./shared/${file}`, import.meta.url), 'utf8'),
    ),
  )
  .map((file) => file.replace('.ts', ''))
  .concat('contract', 'route');

const webOneWay: Restriction[] = [
  { regex: '/(functions|infra|test|bench)/', message: 'The web knows shared/ alone.' },
  {
    regex: `/shared/(${withSchemas.join('|')})\\.ts$`,
    allowTypeImports: true,
    message: 'Types only: schemas would bring zod into the bundle.',
  },
];

const webRules = webFeatures.map((feature) =>
  restrict(`web/src/features/${feature}/**`, [...webOneWay, ...noOtherFeature(feature, webFeatures)]),
);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['web/dist', 'cdk.out', '.fanfare'],
  rules: {
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
    restrict('shared/**', [
      { regex: '^\\.\\./', message: 'shared/ imports nothing of ours from outside.' },
      { regex: '^[a-y@]', message: 'shared/ imports zod/mini and nothing else.' },
      smallZod,
    ]),
    // A construct is made for its effect on the tree.
    { files: ['infra/**', 'test/infra/**'], rules: { 'no-new': 'off' } },
    { files: ['functions/**', 'web/src/**'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
    restrict('functions/**', [oneWay, smallZod]),
    ...functionRules,
    restrict('web/src/**', webOneWay),
    restrict('web/src/ui/**', [
      ...webOneWay,
      { regex: '/(features|pages|app)/', message: 'ui/ knows no feature.' },
    ]),
    restrict('web/src/lib/**', [
      ...webOneWay,
      { regex: '/(features|pages|ui)/', message: 'lib/ knows no screen.' },
    ]),
    ...webRules,
  ],
});
