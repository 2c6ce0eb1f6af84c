/** Makes the changes of docs/contributing.md in a copy of the project, and runs the commands that it names. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

/**
 * The recipes of docs/contributing.md. A block's first line names its file; `+` marks new lines, `-` removed ones, `…` stands
 * for some text on a line, and `@@` separates places in one file.
 */

interface Block {
  readonly path: string;
  readonly text: string;
}

interface Recipe {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** In the order in which they are run. */
  readonly commands: readonly string[];
}

const BLOCK = /^```diff\n# (\S+)\n([^]*?)^```$/gm;
const COMMAND = /`((?:npm run|npx vitest run) [^`]+)`/g;

function recipesIn(document: string): readonly Recipe[] {
  const [, chapter = ''] = /^## Your first change\n([^]*?)^## /m.exec(document) ?? [];
  const sections = chapter.split(/^### /m).slice(1);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    blocks: [...section.matchAll(BLOCK)].map(([, path = '', text = '']) => ({ path, text })),
    commands: [...section.replaceAll(BLOCK, '').matchAll(COMMAND)].map(([, command = '']) =>
      command.replaceAll('\n', ' '),
    ),
  }));
}

/** Lines that stand together in a file, and those that are added behind them; without any, in front of the next ones. */
interface Place {
  readonly mark?: string;
  readonly lines: string[];
  readonly added: string[];
}

function placesOf(hunk: string): readonly Place[] {
  const places: Place[] = [];
  for (const line of hunk.split('\n').filter((line) => line !== '')) {
    const [mark, text] = [line[0]!, `${line.slice(1)}\n`];
    const last = places.at(-1);
    if (mark === '+' && last) last.added.push(text);
    else if (mark === '+') places.push({ lines: [], added: [text] });
    else if (last?.mark === mark && last.added.length === 0) last.lines.push(text);
    else places.push({ mark, lines: [text], added: [] });
  }
  return places;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * A file's text after a block. What others have added between the lines of two places does not matter. Throws if a place is
 * missing.
 */
function apply(before: string, { path, text }: Block): string {
  let done = '';
  let rest = before;
  let waiting = '';
  for (const { mark, lines, added } of text.split(/^@@\n/m).flatMap(placesOf)) {
    const place = new RegExp(`^${escaped(lines.join('')).replaceAll('…', '(.*)')}`, 'm');
    const found = place.exec(rest);
    if (!found) throw new Error(`docs/contributing.md: ${path} has no place any more for\n${lines.join('')}`);
    const [whole, ...texts] = found;
    const filled = added.join('').replaceAll('…', () => texts.shift() ?? '');
    const isFirst = lines.length === 0;
    done += rest.slice(0, found.index) + (isFirst ? '' : waiting + (mark === '-' ? '' : whole) + filled);
    waiting = isFirst ? filled : '';
    rest = rest.slice(found.index + whole.length);
  }
  return done + waiting + rest;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

/** Whether a reader has made the change already: the project has all words that the first block adds. */
function isMade(root: string, { blocks: [first] }: Recipe): boolean {
  if (!first || !existsSync(join(root, first.path))) return false;
  const known = wordsOf(readFileSync(join(root, first.path), 'utf8'));
  const added = placesOf(first.text.replaceAll(/^@@$/gm, '')).flatMap(({ added }) => added);
  return [...wordsOf(added.join(''))].every((word) => known.has(word));
}

/** Makes the changes of a recipe in a folder with the project. */
function makeChange(folder: string, { blocks }: Recipe): void {
  for (const block of blocks) {
    const file = join(folder, block.path);
    writeIn(folder, block.path, apply(existsSync(file) ? readFileSync(file, 'utf8') : '', block));
  }
}

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
