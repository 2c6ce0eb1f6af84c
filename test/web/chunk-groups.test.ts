import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHUNK_GROUPS } from '#web.build/chunk-groups.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  'web/src',
  'shared',
  ...['@tanstack/react-query', 'hls.js', 'lucide-react', 'swagger-ui-dist'].map(
    (name) => `node_modules/${name}`,
  ),
];

/** Paths of all modules that the build may have. */
const MODULES = [
  '\0vite/preload-helper.js',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${folder}/${name}`,
    ),
  ),
];

/** The patterns of which a pattern is made, without alternatives outside of look-arounds. */
function alternatives(source: string): string[] {
  const [, before = '', rest = ''] = /^((?:\\.|\[(?:\\.|[^\]])*\]|\(\?[!=<][^)]*\)|[^(\\[])*)(.*)$/s.exec(
    source,
  )!;
  if (rest === '') return [before];
  const end = closing(rest);
  const inside = rest.slice(1, end).replace(/^\?:/, '');
  return options(inside).flatMap((option) =>
    alternatives(option + rest.slice(end + 1)).map((after) => before + after),
  );
}

/** Tokens that brackets and bars have no meaning in, or one character. */
const tokens = (source: string): string[] => source.match(/\\.|\[(?:\\.|[^\]])*\]|[^]/g) ?? [];

/** The position of the bracket that closes the first one. */
function closing(source: string): number {
  let depth = 0;
  let at = 0;
  for (const token of tokens(source)) {
    depth += { '(': 1, ')': -1 }[token] ?? 0;
    if (depth === 0) return at;
    at += token.length;
  }
  throw new Error(`Not closed: ${source}`);
}

/** What stands between the bars of the outermost level. */
function options(source: string): string[] {
  const found = [''];
  let depth = 0;
  for (const token of tokens(source)) {
    depth += { '(': 1, ')': -1 }[token] ?? 0;
    if (token === '|' && depth === 0) found.push('');
    else found[found.length - 1] += token;
  }
  return found;
}

it('takes a pattern apart', () => {
  expect(alternatives(String.raw`a[(|]((b|c)\.ts|d)(?!x|y)$`)).toEqual([
    String.raw`a[(|]b\.ts(?!x|y)$`,
    String.raw`a[(|]c\.ts(?!x|y)$`,
    'a[(|]d(?!x|y)$',
  ]);
});

describe.each(CHUNK_GROUPS)('the script "$name"', ({ test }) => {
  it.each(alternatives(test.source))('has a module for %s', (pattern) => {
    const wanted = new RegExp(pattern, test.flags);
    expect(MODULES.some((path) => wanted.test(path))).toBe(true);
  });
});
