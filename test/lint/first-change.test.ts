/** Makes the changes of docs/contributing.md in a copy of the project, and runs the commands that it names. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { apply, isMade, makeChange, recipesIn } from '#test/support/runner/recipes.ts';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MINUTE_MS = 60_000;

const recipes = recipesIn(readFileSync(join(ROOT, 'docs/contributing.md'), 'utf8'));
/** A reader may have made some of the changes. */
const open = recipes.filter((recipe) => !isMade(ROOT, recipe));

describe('the recipes of docs/contributing.md', () => {
  it('have blocks, and commands that check them', () => {
    expect(recipes.map(({ title }) => title)).toEqual(['A field', 'A route', 'A screen', 'An alarm']);
    for (const { blocks, commands } of recipes) {
      expect(blocks.length).toBeGreaterThan(1);
      expect(commands.join()).toContain('npx vitest run');
    }
  });

  it.each(open)('fit the code: $title', (recipe) => {
    const folder = newFolder();
    const paths = new Set(recipe.blocks.map(({ path }) => path));
    for (const path of paths) if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path));
    makeChange(folder, recipe);
    expect(isMade(folder, recipe)).toBe(true);
  });
});

describe('a block', () => {
  const block = { path: 'a.ts', text: ' one();\n+two();\n@@\n+four();\n five();\n' };

  it('adds its lines, whatever others have added between', () => {
    expect(apply('one();\nfive();\n', block)).toBe('one();\ntwo();\nfour();\nfive();\n');
    expect(apply('one();\nthree();\nfive();\n', block)).toBe('one();\ntwo();\nthree();\nfour();\nfive();\n');
  });

  it('replaces lines, and keeps what an ellipsis stands for', () => {
    const text = '-const all = […];\n+const all = […, 3];\n';
    expect(apply('const all = [1, 2];\n', { path: 'a.ts', text })).toBe('const all = [1, 2, 3];\n');
  });

  it('makes a new file', () => {
    expect(apply('', { path: 'a.ts', text: '+one();\n+\n+two();\n' })).toBe('one();\n\ntwo();\n');
  });

  it('has no place in other code', () => {
    expect(() => apply('five();\none();\n', block)).toThrow('a.ts has no place');
    expect(() => apply('someone();\nfive();\n', block)).toThrow('a.ts has no place');
  });
});

const NOT_COPIED = /^(\.git|\.fanfare|node_modules|cdk\.out|dist|web\/dist)(\/|$)/;

/** A copy of the project, with a cache of its own and with the packages of the original. */
function copyOfProject(): string {
  const copy = newFolder();
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) });
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|NODE_COMPILE_CACHE$)/.test(name)),
);

/** What a command says if it fails. */
const failureOf = (folder: string, command: string): Promise<string> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command.split(/\s+/);
    execFile(program, args, { cwd: folder, env: environment, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve(error ? `${command}\n${stdout}${stderr}` : ''),
    );
  });

describe('a copy with these changes', { tags: ['slow'], timeout: 15 * MINUTE_MS }, () => {
  let copy: string;
  beforeAll(() => {
    copy = copyOfProject();
    for (const recipe of open) makeChange(copy, recipe);
  });

  it('passes the checks', async () => {
    for (const command of ['npm run messages', 'npm run format', 'npm run check'])
      expect(await failureOf(copy, command)).toBe('');
  });

  it.each(open)('passes the tests that the recipe names: $title', async ({ commands }) => {
    for (const command of commands) expect(await failureOf(copy, command)).toBe('');
  });

  it('fails with a mistake', async () => {
    writeIn(copy, 'shared/mistake.ts', "export const count: number = 'one';\n");
    expect(await failureOf(copy, 'npm run check')).toContain('shared/mistake.ts');
  });
});
