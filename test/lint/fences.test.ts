import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A forbidden import, with paths from the project's root; `package:` precedes a package. */
interface Trespass {
  /** `*` stands for no, one or two folders between the folder and the file. */
  readonly from: string;
  readonly to: string;
}

const trespasses: readonly Trespass[] = [
  { from: 'functions/chat/*/log.ts', to: 'functions/videos/video.item.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/videos/table/video.item.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/videos/video.item.ts' },
  { from: 'functions/chat/*/log.repository.ts', to: 'functions/videos/video.item.ts' },
  { from: 'functions/chat/*/log.routes.ts', to: 'functions/videos/video.item.ts' },
  { from: 'functions/chat/*/log.ts', to: 'package:@aws-sdk/client-s3' },
  { from: 'functions/chat/*/log.service.ts', to: 'package:@aws-sdk/client-s3' },
  { from: 'functions/chat/*/log.service.ts', to: 'package:hono' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/aws/table/table.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/chat/chat.repository.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/chat/chat.routes.ts' },
  { from: 'functions/chat/*/log.ts', to: 'package:hono' },
  { from: 'functions/chat/*/log.ts', to: 'package:hono/cors' },
  { from: 'functions/chat/*/log.repository.ts', to: 'package:hono' },
  { from: 'functions/chat/*/log.repository.ts', to: 'functions/chat/chat.service.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/videos/index/list.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/videos/indexes.ts' },
  { from: 'functions/chat/*/log.routes.ts', to: 'functions/chat/chat.repository.ts' },
  { from: 'functions/chat/*/log.routes.ts', to: 'package:@aws-sdk/client-s3' },
  { from: 'functions/chat/*/log.ts', to: 'package:zod' },
  { from: 'functions/chat/*/log.ts', to: 'web/src/lib/api.ts' },
  { from: 'functions/chat/*/log.ts', to: 'infra/cloud/site-stack.ts' },
  { from: 'functions/chat/*/log.ts', to: 'infra/local/site.ts' },
  { from: 'functions/chat/*/log.ts', to: 'infra/agreed/event.ts' },
  { from: 'functions/chat/*/log.ts', to: 'test/support/people.ts' },
  { from: 'functions/browser-stream/media/*/cut.ts', to: 'functions/browser-stream/broadcast.ts' },
  {
    from: 'functions/browser-stream/media/segment/cut.ts',
    to: 'functions/browser-stream/media/compatible/opus.ts',
  },
  {
    from: 'functions/browser-stream/direct/*/take.ts',
    to: 'functions/browser-stream/adapters/compatible/keys.ts',
  },
  {
    from: 'functions/browser-stream/direct/*/take.service.ts',
    to: 'functions/browser-stream/adapters/compatible/keys.ts',
  },
  {
    from: 'functions/browser-stream/direct/*/take.repository.ts',
    to: 'functions/browser-stream/adapters/compatible/keys.ts',
  },
  { from: 'functions/browser-stream/direct/*/take.ts', to: 'functions/videos/video.item.ts' },
  { from: 'functions/browser-stream/media/*/cut.ts', to: 'shared/limits.ts' },
  { from: 'functions/browser-stream/media/*/cut.ts', to: 'package:node:crypto' },
  { from: 'functions/chat/*/log.ts', to: 'functions/composition/deletion/suspension.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/chat/feature.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/chat/hall/hall.feature.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/chat/feature.ts' },
  { from: 'functions/base/*/sum.ts', to: 'functions/chat/feature.ts' },
  { from: 'functions/composition/*/hall.ts', to: 'functions/chat/feature.ts' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'functions/videos/feature.ts' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'package:@aws-sdk/client-s3' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'package:hono' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'infra/local/site.ts' },
  { from: 'functions/base/*/sum.ts', to: 'functions/chat/chat.item.ts' },
  { from: 'functions/channels/*/rank.ts', to: 'functions/chat/chat.item.ts' },
  { from: 'functions/http/*/page.ts', to: 'demo/api.ts' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'web/src/features/player/player.tsx' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'web/src/features/player/engine/player.tsx' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'web/src/pages/home.page.tsx' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'web/src/app/layout.tsx' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'functions/chat/chat.service.ts' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'bench/run.ts' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'shared/community/chat.ts' },
  { from: 'web/src/pages/*/a.page.tsx', to: 'web/src/app/layout.tsx' },
  { from: 'web/src/ui/*/knob.tsx', to: 'web/src/features/chat/chat-line.tsx' },
  { from: 'web/src/lib/*/sum.ts', to: 'web/src/ui/button.tsx' },
  { from: 'web/src/lib/*/sum.ts', to: 'infra/agreed/event.ts' },
  { from: 'shared/*/words.ts', to: 'functions/base/errors.ts' },
  { from: 'shared/*/words.ts', to: 'package:hono' },
  { from: 'shared/*/words.ts', to: 'messages/translator.ts' },
  { from: 'infra/*/tower.ts', to: 'demo/api.ts' },
  { from: 'infra/*/tower.ts', to: 'operate/program.ts' },
  { from: 'infra/*/tower.ts', to: 'test/support/people.ts' },
  { from: 'infra/cloud/*/tower.ts', to: 'infra/local/site.ts' },
  { from: 'infra/cloud/*/tower.ts', to: 'infra/local/storage/storage.ts' },
  { from: 'infra/cloud/*/tower.ts', to: 'demo/api.ts' },
  { from: 'infra/agreed/*/treaty.ts', to: 'infra/cloud/site-stack.ts' },
  { from: 'infra/agreed/*/treaty.ts', to: 'infra/local/site.ts' },
  { from: 'infra/local/*/shed.ts', to: 'infra/cloud/site-stack.ts' },
  { from: 'infra/local/storage/*/shed.ts', to: 'infra/cloud/storage.ts' },
  { from: 'infra/local/storage/*/shed.ts', to: 'infra/local/table/table.ts' },
  { from: 'infra/local/storage/*/shed.ts', to: 'test/support/people.ts' },
  { from: 'infra/local/aws/*/shed.ts', to: 'infra/cloud/storage.ts' },
  { from: 'infra/local/aws/*/shed.ts', to: 'infra/local/table/table.ts' },
];

/** Allowed imports of the same files. */
const welcome: readonly Trespass[] = [
  { from: 'shared/*/words.ts', to: 'messages/languages.ts' },
  { from: 'shared/*/words.ts', to: 'messages/keys.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/base/errors.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/chat/hall/rules.ts' },
  { from: 'functions/chat/*/log.repository.ts', to: 'functions/aws/table/table.ts' },
  { from: 'functions/chat/*/log.ts', to: 'functions/videos/index.ts' },
  { from: 'functions/chat/*/log.service.ts', to: 'functions/videos/index.ts' },
  { from: 'functions/browser-stream/direct/*/take.ts', to: 'functions/browser-stream/broadcast.ts' },
  {
    from: 'functions/browser-stream/compatible/*/take.ts',
    to: 'functions/browser-stream/direct/segment-order.ts',
  },
  {
    from: 'functions/browser-stream/media/*/cut.ts',
    to: 'functions/browser-stream/media/compatible/webm/ebml.ts',
  },
  { from: 'functions/browser-stream/media/*/cut.ts', to: 'package:mediabunny' },
  { from: 'functions/chat/*/log.repository.ts', to: 'package:@aws-sdk/lib-dynamodb' },
  { from: 'functions/chat/*/log.routes.ts', to: 'functions/chat/chat.service.ts' },
  { from: 'functions/chat/*/log.routes.ts', to: 'package:hono' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'web/src/ui/button.tsx' },
  { from: 'web/src/features/chat/*/line.tsx', to: 'shared/limits.ts' },
  { from: 'web/src/pages/*/a.page.tsx', to: 'web/src/features/chat/chat-line.tsx' },
  { from: 'functions/composition/*/hall.ts', to: 'functions/chat/chat.repository.ts' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'functions/videos/table/video.item.ts' },
  { from: 'functions/chat/*/hall.feature.ts', to: 'functions/composition/deletion/suspension.ts' },
  { from: 'functions/hall.lambda.ts', to: 'functions/chat/feature.ts' },
  { from: 'infra/cloud/*/tower.ts', to: 'infra/agreed/event.ts' },
  { from: 'infra/cloud/*/tower.ts', to: 'functions/lambdas.ts' },
  { from: 'infra/local/*/shed.ts', to: 'infra/agreed/event.ts' },
  { from: 'infra/local/storage/*/shed.ts', to: 'infra/agreed/event.ts' },
  { from: 'infra/local/storage/*/shed.ts', to: 'infra/local/aws/credentials.ts' },
];

/** Subfolders between the folder and a file. */
const ROOMS = ['', 'upstairs/', 'upstairs/attic/'];

interface Probe {
  readonly path: string;
  readonly wanted: string;
}

/** Returns a relative import, or a package's name. */
function specifier(path: string, to: string): string {
  if (to.startsWith('package:')) return to.replace('package:', '');
  const [here, there] = [path.split('/').slice(0, -1), to.split('/')];
  let same = 0;
  while (here[same] !== undefined && here[same] === there[same]) same += 1;
  const up = '../'.repeat(here.length - same);
  return (up || './') + there.slice(same).join('/');
}

const probesOf = (list: readonly Trespass[], kind: string): Probe[] =>
  list.flatMap(({ from, to }, index) =>
    ROOMS.map((rooms) => {
      const path = from.replace('*/', rooms).replace(/[^/]*$/, `${kind}${index}-$&`);
      return { path, wanted: specifier(path, to) };
    }),
  );

const forbidden = probesOf(trespasses, 'forbidden');
const allowed = probesOf(welcome, 'allowed');

/** Models the project with only test files: the linter's own configuration, and the names of all features. */
function modelHouse(): string {
  const house = newFolder();
  for (const path of ['package.json', 'oxlint.config.ts', 'lint', 'shared', 'web/src/app']) {
    cpSync(join(ROOT, path), join(house, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const floor of ['functions', 'infra/local', 'web/src/features']) {
    const rooms = readdirSync(join(ROOT, floor), { withFileTypes: true });
    for (const room of rooms.filter((entry) => entry.isDirectory())) {
      mkdirSync(join(house, floor, room.name), { recursive: true });
    }
  }
  for (const { path, wanted } of [...forbidden, ...allowed]) {
    writeIn(house, path, `import { thing } from '${wanted}';\n\nexport const other = thing;\n`);
  }
  return house;
}

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

let refused: Set<string>;

beforeAll(async () => {
  const house = modelHouse();
  const output = await new Promise<string>((resolve) => {
    const program = join(ROOT, 'node_modules/.bin/oxlint');
    const options = { cwd: house, maxBuffer: 64 * 1024 * 1024 };
    // It exits with 1, because there are errors.
    execFile(program, ['--format=json', 'functions', 'infra', 'shared', 'web'], options, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as Report;
  const walls = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
  refused = new Set(walls.map(({ filename }) => filename));
});

const textOf = ({ path, wanted }: Probe): string => `${wanted} in ${path}`;

it('the linter refuses every forbidden import', () => {
  expect(forbidden.filter(({ path }) => !refused.has(path)).map(textOf)).toEqual([]);
});

it('the linter accepts every allowed import', () => {
  expect(allowed.filter(({ path }) => refused.has(path)).map(textOf)).toEqual([]);
});
