import { readdirSync, readFileSync } from 'node:fs';
import type { OxlintOverride } from 'oxlint';

/**
 * The walls of the house, as rules of the linter. Data flows one way,
 * web → shared contract → route → service → repository or adapter → AWS, and features do not know each other.
 *
 * A rule looks at what an import says, so that it holds in a folder of any depth and in one that is yet to come; the
 * price is that a room must not bear the name of another feature. For one file the last of its rules counts alone,
 * which is why each lists all that holds there.
 */

interface Restriction {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** In `functions/`: what several features share. */
const NOT_FEATURES = new Set(['aws', 'base', 'http', 'limits', 'log', 'mail', 'metrics', 'word-index']);

/** Files that speak to AWS, by their role. */
const ADAPTER_ROLES = [
  'adapters',
  'appsync',
  'change',
  'cloudfront',
  'cloudwatch',
  'cognito',
  'item',
  'ivs',
  'mediaconvert',
  'repository',
  's3',
  'transitions',
  'writes',
];

/** What an import of another folder begins with: a path from here, or one from the top (`imports` in package.json). */
const elsewhere = (top: string): string => `^((\\.\\./)+|#${top})`;

const foldersOf = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_FEATURES.has(entry.name))
    .map((entry) => entry.name);

const restrict = (files: readonly string[], patterns: readonly Restriction[]): OxlintOverride => ({
  files: [...files],
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
});

/** `top`: where the folders are, from the top. */
const notFrom = (folders: readonly string[], message: string, top = ''): Restriction => ({
  regex: `${elsewhere(top)}(${folders.join('|')})/`,
  message,
});

/** The classic build takes each first request of a Lambda 15 ms, most of which are its methods' and messages'. */
const smallZod: Restriction = { regex: '^zod(/v.*)?$', message: "Schemas are of 'zod/mini'." };

const others = (feature: string, features: readonly string[]): string[] =>
  features.filter((name) => name !== feature);

/** The beginnings of every path but `index.ts`: the linter's expressions know no "anything but". */
const NOT_INDEX = `(${[...'index.ts'].map((letter, at) => `${'index.ts'.slice(0, at)}[^${letter}]`).join('|')})`;

/** What a feature of `functions/` may import from another. */
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

/** Nothing that is shipped takes from what only runs beside it. */
const notShipped = ['bench', 'demo', 'operate', 'test'];

/** What files of the contract that lie so many rooms deep in there may import. */
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
  message: `Adapters alone speak to AWS: *.{${ADAPTER_ROLES.join(',')}}.ts.`,
};
const noHttp: Restriction = {
  regex: '^(hono|@hono)(/|$)',
  message: 'Routes alone know HTTP: *.routes.ts.',
};
const nothingAbove: Restriction = {
  regex: role('routes', 'handlers', 'lambda'),
  message: 'Data flows one way: route → service → repository or adapter.',
};

const ofService: Restriction[] = [
  {
    regex: '^(hono|@hono|@aws-sdk|@smithy|aws-lambda)(/|$)',
    message: 'A service knows neither HTTP nor AWS.',
  },
  {
    regex: role(...ADAPTER_ROLES),
    allowTypeImports: true,
    message: 'A service takes repositories and adapters as arguments; a Lambda wires them.',
  },
  { regex: '/(aws|http)/', allowTypeImports: true, message: 'A service knows neither HTTP nor AWS.' },
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

/** The rules for each role of file in a folder of `functions/`. */
function folderFences(folder: string, common: readonly Restriction[]): OxlintOverride[] {
  const files = (ending: string): string[] => [`functions/${folder}/**/${ending}`];
  return [
    restrict(files('*'), [...common, noAws, noHttp]),
    restrict(files(`*.{${ADAPTER_ROLES.join(',')}}.ts`), [...common, ...ofAdapter]),
    restrict(files('*.service.ts'), [...common, ...ofService]),
    restrict(files('*.routes.ts'), [
      ...common,
      noAws,
      { regex: role(...ADAPTER_ROLES), message: 'A route parses, calls one verb, answers.' },
    ]),
  ];
}

/** Direct broadcasts must not depend on the path on which chunks are transcoded. */
const notCompatible: Restriction = {
  regex: '/compatible/',
  message: 'Direct broadcasts do not need compatible/; what both paths need lies beside it.',
};

const directFences = (features: readonly string[]): OxlintOverride[] =>
  folderFences('browser-stream/direct', [
    ...ofFunctions,
    onlyIndexOfOthers('browser-stream', features),
    notCompatible,
  ]);

/** What is known of pictures and sound, for files that lie so many rooms deep in there. */
const mediaFence = (depth: number, folder = '', restrictions: readonly Restriction[] = []): OxlintOverride =>
  restrict(
    [`functions/browser-stream/media/${folder}${'*/'.repeat(depth)}*`],
    [
      {
        // The linter's expressions know no "anything but".
        regex: `^(\\.\\./){${depth + folder.split('/').length}}|^[#a-ln-z@]|^m[^e]`,
        message: 'media/ imports mediabunny and nothing else.',
      },
      ...restrictions,
    ],
  );

/** Where features are put together for the Lambdas, and what one does in several is done. */
const COMPOSITION = 'composition';

/** None may import another, nor where they are put together. Their wiring may, and only Lambdas import that. */
const functionFeatures = foldersOf('../functions/');

const functionFences = [
  restrict(['functions/**'], ofFunctions),
  restrict(
    [...NOT_FEATURES].map((folder) => `functions/${folder}/**`),
    [...ofFunctions, notFrom(functionFeatures, 'What features share knows none of them.', 'functions/')],
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

/** The modules of the contract that hold schemas. */
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
  notFrom(['functions', 'infra', ...notShipped], 'The web knows shared/ alone.'),
  {
    regex: `[/#]shared/(${withSchemas.join('|')})\\.ts$`,
    allowTypeImports: true,
    message: 'Types only: schemas would bring zod into the bundle.',
  },
];

const webFeatures = foldersOf('../web/src/features/');

/** app → pages → features → ui → lib: what a room of the web may not take from. */
const webFences = [
  restrict(['web/src/**'], ofWeb),
  restrict(
    ['web/src/lib/**'],
    [...ofWeb, notFrom(['app', 'pages', 'features', 'ui'], 'lib/ knows no screen.', 'web/')],
  ),
  restrict(
    ['web/src/ui/**'],
    [...ofWeb, notFrom(['app', 'pages', 'features'], 'ui/ knows no feature.', 'web/')],
  ),
  restrict(
    ['web/src/pages/**'],
    [...ofWeb, notFrom(['app'], 'A page is shown by the app, and knows it not.', 'web/')],
  ),
  ...webFeatures.map((feature) =>
    restrict(
      [`web/src/features/${feature}/**`],
      [
        ...ofWeb,
        notFrom(['app', 'pages'], 'A feature is shown by pages, and knows none.', 'web/'),
        noOtherFeature(feature, webFeatures),
      ],
    ),
  ),
];

const ofInfra = notFrom(notShipped, 'Nothing that is shipped takes from bench/, demo/, operate/ or test/.');

/** In `infra/local/`: what every stand-in is made of. */
const STAND_IN_PARTS = ['aws', 'lambdas', 'system'];
/** What composes them by a template. */
const COMPOSES_STAND_INS = 'template';

const standIns = foldersOf('../infra/local/').filter(
  (name) => !STAND_IN_PARTS.includes(name) && name !== COMPOSES_STAND_INS,
);

const notTheCloud = notFrom(['cloud'], 'The machine knows agreed/, never the cloud.', 'infra/');

/** The two wings, cloud and machine, meet in what they agree on and nowhere else. */
const infraFences = [
  restrict(['infra/**'], [ofInfra]),
  restrict(
    ['infra/cloud/**'],
    [ofInfra, notFrom(['local'], 'The cloud knows agreed/, never the machine.', 'infra/')],
  ),
  restrict(
    ['infra/agreed/**'],
    [ofInfra, notFrom(['cloud', 'local'], 'What both agree on knows neither.', 'infra/')],
  ),
  restrict(['infra/local/**'], [ofInfra, notTheCloud]),
  restrict(
    STAND_IN_PARTS.map((part) => `infra/local/${part}/**`),
    [
      ofInfra,
      notTheCloud,
      notFrom(standIns, 'What stand-ins are made of knows none of them.', 'infra/local/'),
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

/** To be spread into the linter's `overrides`. */
export const fences: OxlintOverride[] = [...sharedFences, ...functionFences, ...webFences, ...infraFences];
