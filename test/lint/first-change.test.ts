/**
 * Applies the recipes of docs/contributing.md to a copy of the project and checks the result. A block's first line names its
 * file; `+` marks new lines, `-` removed ones; `@@` separates places in one file.
 * @module-tag slow
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Block {
  readonly path: string;
  readonly text: string;
}

const contributing = readFileSync(join(ROOT, 'docs/contributing.md'), 'utf8');
const blocks: readonly Block[] = [...contributing.matchAll(/^```diff\n# (\S+)\n([^]*?)^```$/gm)].map(
  ([, path = '', text = '']) => ({ path, text }),
);

/** The lines of a hunk that begin with one of the marks, without the marks. */
const linesOf = (hunk: string, marks: string): string =>
  hunk
    .split('\n')
    .filter((line) => line !== '' && marks.includes(line[0]!))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

/** The file's text after the block. Throws if a place is missing. */
function apply(before: string, { path, text }: Block): string {
  let done = '';
  let rest = before;
  for (const hunk of text.split(/^@@\n/m)) {
    const place = linesOf(hunk, ' -');
    const at = rest.indexOf(place);
    if (at < 0) throw new Error(`${path} has no place for:\n${hunk}`);
    done += rest.slice(0, at) + linesOf(hunk, ' +');
    rest = rest.slice(at + place.length);
  }
  return done + rest;
}

/** What a program needs to check these files: the folders of types and rules, and the changed files of other folders. */
const NEEDED = ['shared', 'functions', 'infra', 'lint', 'messages', 'web/src', 'web/tsconfig.json'];

/** A copy of what the checks need, with all blocks applied. */
function changedProject(): string {
  const copy = newFolder();
  const configuration = globSync(['*.json', '*.ts'], { cwd: ROOT });
  for (const path of [...configuration, ...NEEDED])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { path } of blocks.filter(({ path }) => existsSync(join(ROOT, path))))
    cpSync(join(ROOT, path), join(copy, path));
  for (const block of blocks) {
    const file = join(copy, block.path);
    writeIn(copy, block.path, apply(existsSync(file) ? readFileSync(file, 'utf8') : '', block));
  }
  execFileSync('node', [join(copy, 'messages/write-keys.ts')]);
  return copy;
}

/** What a program reports in a folder; nothing where it succeeds. */
const reportOf = (folder: string, program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(join(ROOT, 'node_modules/.bin', program), [...args], { cwd: folder }, (error, stdout) =>
      resolve(error ? `${stdout}${error.message}` : ''),
    );
  });

const changedIn = (folders: RegExp): string[] => [
  ...new Set(blocks.map(({ path }) => path).filter((path) => folders.test(path))),
];

/** Checks the types of the changed files in some folders, and of all that these import. */
function typeErrors(copy: string, base: string, folders: RegExp): Promise<string> {
  const depth = base.split('/').length - 1;
  const files = changedIn(folders).map((path) => `${'../'.repeat(depth)}${path}`);
  const compilerOptions = { composite: false, incremental: false };
  const project = base.replace('.json', '.changed.json');
  const include = depth > 0 ? ['src/**/*.d.ts'] : [];
  writeIn(copy, project, JSON.stringify({ extends: join(copy, base), compilerOptions, files, include }));
  return reportOf(copy, 'tsc', ['-p', project]);
}

const apiTypeErrors = (copy: string) => typeErrors(copy, 'tsconfig.node.json', /^(shared|functions)\//);

let copy: string;
beforeAll(() => {
  copy = changedProject();
});

it('the recipes of docs/contributing.md pass the type check and the linter', async () => {
  expect(blocks.length).toBeGreaterThan(10);
  const reports = await Promise.all([
    apiTypeErrors(copy),
    typeErrors(copy, 'web/tsconfig.json', /^web\//),
    reportOf(copy, 'oxlint', ['--deny-warnings', ...changedIn(/^/)]),
  ]);
  expect(reports.join('')).toBe('');
});

it('a recipe without its contract fails the type check', async () => {
  const contract = 'shared/channels/categories.ts';
  cpSync(join(ROOT, contract), join(copy, contract));
  expect(await apiTypeErrors(copy)).toContain('GET /categories/{id}/top');
});

it('a recipe for code that has changed fails', () => {
  const block = { path: 'a.ts', text: ' gone();\n+added();\n' };
  expect(() => apply('other();\n', block)).toThrow('a.ts has no place');
});
