import { readdirSync, readFileSync } from 'node:fs';
import type { OxlintOverride } from 'oxlint';

/**
 * Import restrictions between folders, as rules of the linter. Data flows one way, web → shared contract → route →
 * service → repository or adapter → AWS, and features do not import each other.
 *
 * A rule matches import specifiers, so it applies in folders of any depth, including new ones; the price is that a
 * subfolder must not have the name of another feature. Only the last matching rule applies to a file, so each lists all
 * restrictions of its files.
 */

interface Restriction {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** Folders of `functions/` that several features share. */
const NOT_FEATURES = new Set(['aws', 'base', 'http', 'limits', 'log', 'mail', 'metrics', 'word-index']);

/** Roles of files that call AWS. */
const ADAPTER_ROLES = [
  'adapters',
  'appsync',
  'cloudfront',
  'cloudwatch',
  'cognito',
  'item',
  'ivs',
  'mediaconvert',
  'repository',
  's3',
  'writes',
];

/** The start of an import from another folder: relative, or from the top (`imports` in package.json). */
const elsewhere = (top: string): string => `^((\\.\\./)+|#${top})`;

const foldersOf = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_FEATURES.has(entry.name))
    .map((entry) => entry.name);

const restrict = (files: readonly string[], patterns: readonly Restriction[]): OxlintOverride => ({
  files: [...files],
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
});

/** `top` is the parent of the folders, from the top. */
const notFrom = (folders: readonly string[], message: string, top = ''): Restriction => ({
  regex: `${elsewhere(top)}(${folders.join('|')})/`,
  message,
});

/** zod's classic build takes 15 ms of each first request of a Lambda, mostly for its methods and messages. */
const smallZod: Restriction = { regex: '^zod(/v.*)?$', message: "Schemas are of 'zod/mini'." };

const others = (feature: string, features: readonly string[]): string[] =>
  features.filter((name) => name !== feature);

/** Matches every path but `index.ts`: the linter's expressions do not support lookahead. */
const NOT_INDEX = `(${[...'index.ts'].map((letter, at) => `${'index.ts'.slice(0, at)}[^${letter}]`).join('|')})`;

/** Restricts a feature of `functions/` to the index of others. */
const onlyIndexOfOthers = (feature: string, features: readonly string[]): Restriction => ({
  regex: `${elsewhere('functions/')}(${others(feature, features).join('|')})/${NOT_INDEX}`,
  message: "Another feature's index.ts lists what may be imported from it.",
});

const noOtherFeature = (feature: string, features: readonly string[]): Restriction =>
  notFrom(
    others(feature, features),
    'Features do not import each other; a page composes them.',
    'web/features/',
  );

/** Deployed code does not import from folders that are not deployed. */
const notShipped = ['bench', 'demo', 'operate', 'test'];

/** Restricts a file of the contract at this depth. */
const sharedFence = (depth: number): OxlintOverride =>
  restrict(
    [`shared/${'*/'.repeat(depth)}*`],
    [
      {
        regex: `^((\\.\\./){${depth + 1}}|#)([^m]|messages/[^kl])`,
        message: 'Of ours, shared/ imports only the list of languages and the types of texts from outside.',
      },
      { regex: '^[a-y@]', message: 'shared/ imports zod/mini and nothing else.' },
      smallZod,
    ],
  );

const sharedFences = [0, 1, 2].map(sharedFence);

const ofAllFunctions: Restriction[] = [
  notFrom(['web', 'infra', ...notShipped], 'Functions know shared/ and each other alone.'),
  smallZod,
];

/** Files that build a feature out of what its Lambda gives, from any file of any feature. */
const WIRING = ['feature.ts', '*.feature.ts'];

const ofFunctions: Restriction[] = [
  ...ofAllFunctions,
  { regex: '[/.]feature\\.ts$', message: 'Lambdas alone import the wiring of a feature.' },
];

const role = (...names: readonly string[]): string => `\\.(${names.join('|')})\\.ts$`;

const noAws: Restriction = {
  regex: '^(@aws-sdk|@smithy)/',
  allowTypeImports: true,
  message: `Only adapters call AWS: *.{${ADAPTER_ROLES.join(',')}}.ts.`,
};
const noHttp: Restriction = {
  regex: '^(hono|@hono)(/|$)',
  message: 'Only routes use HTTP: *.routes.ts.',
};
const nothingAbove: Restriction = {
  regex: role('routes', 'handlers', 'lambda'),
  message: 'Data flows one way: route → service → repository or adapter.',
};

const ofService: Restriction[] = [
  {
    regex: '^(hono|@hono|@aws-sdk|@smithy|aws-lambda)(/|$)',
    message: 'A service uses neither HTTP nor AWS.',
  },
  {
    regex: role(...ADAPTER_ROLES),
    allowTypeImports: true,
    message: 'A service takes repositories and adapters as arguments; a Lambda wires them.',
  },
  { regex: '/(aws|http)/', allowTypeImports: true, message: 'A service uses neither HTTP nor AWS.' },
  nothingAbove,
];

const ofAdapter: Restriction[] = [
  noHttp,
  {
    ...nothingAbove,
    regex: role('routes', 'handlers', 'lambda', 'service'),
    message: 'Data flows one way: route → service → repository or adapter.',
  },
];

function featureFences(feature: string, features: readonly string[]): OxlintOverride[] {
  return folderFences(feature, [...ofFunctions, onlyIndexOfOthers(feature, features)]);
}

/** Returns the rules for each file role in a folder of `functions/`. */
function folderFences(folder: string, common: readonly Restriction[]): OxlintOverride[] {
  const files = (ending: string): string[] => [`functions/${folder}/**/${ending}`];
  return [
    restrict(files('*'), [...common, noAws, noHttp]),
    restrict(files(`*.{${ADAPTER_ROLES.join(',')}}.ts`), [...common, ...ofAdapter]),
    restrict(files('*.service.ts'), [...common, ...ofService]),
    restrict(files('*.routes.ts'), [
      ...common,
      noAws,
      {
        regex: role(...ADAPTER_ROLES),
        message: 'A route parses the request, calls one function, and responds.',
      },
    ]),
  ];
}

/** Direct broadcasts must not depend on the code that transcodes chunks. */
const notCompatible: Restriction = {
  regex: '/compatible/',
  message: 'Direct broadcasts do not import compatible/; code for both is next to it.',
};

const directFences = (features: readonly string[]): OxlintOverride[] =>
  folderFences('browser-stream/direct', [
    ...ofFunctions,
    onlyIndexOfOthers('browser-stream', features),
    notCompatible,
  ]);

/** Restricts files about audio and video at this depth. */
const mediaFence = (depth: number, folder = '', restrictions: readonly Restriction[] = []): OxlintOverride =>
  restrict(
    [`functions/browser-stream/media/${folder}${'*/'.repeat(depth)}*`],
    [
      {
        // The linter's expressions do not support lookahead.
        regex: `^(\\.\\./){${depth + folder.split('/').length}}|^[#a-ln-z@]|^m[^e]`,
        message: 'media/ imports mediabunny and nothing else.',
      },
      ...restrictions,
    ],
  );

/** Wires the features for the Lambdas, and implements operations that span several features. */
const COMPOSITION = 'composition';

/** None may import another, nor where they are put together. Their wiring may, and only Lambdas import that. */
const functionFeatures = foldersOf('../functions/');

const functionFences = [
  restrict(['functions/**'], ofFunctions),
  restrict(
    [...NOT_FEATURES].map((folder) => `functions/${folder}/**`),
    [...ofFunctions, notFrom(functionFeatures, 'Shared code does not import features.', 'functions/')],
  ),
  ...functionFeatures
    .filter((name) => name !== COMPOSITION)
    .flatMap((feature) => featureFences(feature, functionFeatures)),
  ...directFences(functionFeatures),
  ...[0, 1, 2].map((depth) => mediaFence(depth)),
  ...['segment/', 'movie/'].map((folder) => mediaFence(0, folder, [notCompatible])),
  restrict(
    WIRING.map((name) => `functions/**/${name}`),
    [...ofFunctions, noAws, noHttp],
  ),
  restrict(['functions/*.lambda.ts'], ofAllFunctions),
];

/** Modules of the contract with schemas. */
const withSchemas = readdirSync(new URL('../shared/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .filter((file) =>
    / from '(zod\/mini|(\.\/|(\.\.\/)+)(base\/)?(fields|route)\.ts)'/.test(
      readFileSync(new URL(`../shared/${file}`, import.meta.url), 'utf8'),
    ),
  )
  .map((file) => file.replace('.ts', ''))
  .concat('contract', 'base/route');

const ofWeb: Restriction[] = [
  notFrom(['functions', 'infra', ...notShipped], 'The web app only imports from shared/.'),
  {
    regex: `[/#]shared/(${withSchemas.join('|')})\\.ts$`,
    allowTypeImports: true,
    message: 'Types only: schemas would add zod to the bundle.',
  },
];

const webFeatures = foldersOf('../web/src/features/');

/** app → pages → features → ui → lib: which folders of the web app may not be imported where. */
const webFences = [
  restrict(['web/src/**'], ofWeb),
  restrict(
    ['web/src/lib/**'],
    [...ofWeb, notFrom(['app', 'pages', 'features', 'ui'], 'lib/ does not import screens.', 'web/')],
  ),
  restrict(
    ['web/src/ui/**'],
    [...ofWeb, notFrom(['app', 'pages', 'features'], 'ui/ does not import features.', 'web/')],
  ),
  restrict(
    ['web/src/pages/**'],
    [...ofWeb, notFrom(['app'], 'Pages do not import the app, which renders them.', 'web/')],
  ),
  ...webFeatures.map((feature) =>
    restrict(
      [`web/src/features/${feature}/**`],
      [
        ...ofWeb,
        notFrom(['app', 'pages'], 'Features do not import pages, which render them.', 'web/'),
        noOtherFeature(feature, webFeatures),
      ],
    ),
  ),
];

const ofInfra = notFrom(notShipped, 'Deployed code does not import from bench/, demo/, operate/ or test/.');

/** Folders of `infra/local/` that all stand-ins share. */
const STAND_IN_PARTS = ['aws', 'lambdas', 'system'];
/** Composes the stand-ins from a template. */
const COMPOSES_STAND_INS = 'template';

const standIns = foldersOf('../infra/local/').filter(
  (name) => !STAND_IN_PARTS.includes(name) && name !== COMPOSES_STAND_INS,
);

const notTheCloud = notFrom(
  ['cloud'],
  'infra/local imports from infra/agreed, not from infra/cloud.',
  'infra/',
);

/** `cloud` and `local` only share `agreed`. */
const infraFences = [
  restrict(['infra/**'], [ofInfra]),
  restrict(
    ['infra/cloud/**'],
    [ofInfra, notFrom(['local'], 'infra/cloud imports from infra/agreed, not from infra/local.', 'infra/')],
  ),
  restrict(
    ['infra/agreed/**'],
    [
      ofInfra,
      notFrom(['cloud', 'local'], 'infra/agreed imports from neither infra/cloud nor infra/local.', 'infra/'),
    ],
  ),
  restrict(['infra/local/**'], [ofInfra, notTheCloud]),
  restrict(
    STAND_IN_PARTS.map((part) => `infra/local/${part}/**`),
    [
      ofInfra,
      notTheCloud,
      notFrom(standIns, 'Shared code of the stand-ins does not import stand-ins.', 'infra/local/'),
    ],
  ),
  ...standIns.map((standIn) =>
    restrict(
      [`infra/local/${standIn}/**`],
      [
        ofInfra,
        notTheCloud,
        notFrom(
          standIns.filter((name) => name !== standIn),
          'Stand-ins do not import each other; the site composes them.',
          'infra/local/',
        ),
      ],
    ),
  ),
];

/** For the linter's `overrides`. */
export const fences: OxlintOverride[] = [...sharedFences, ...functionFences, ...webFences, ...infraFences];
