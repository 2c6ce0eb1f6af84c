import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/table.md'), 'utf8');

/** Words in capitals that stand beside keys and are none. */
const NO_KEYS = new Set(['ALL_NEW', 'ALL_OLD', 'UPDATED_NEW', 'NOBODY']);

/** How a key begins, or the whole of it: `CAMERA#` of `CAMERA#${id}`, and `TIMELINE`. */
const keysIn = (text: string, quotes: string): string[] =>
  [...text.matchAll(new RegExp(`[${quotes}]([A-Z][A-Z_]*)(#|[${quotes}])`, 'g'))]
    .map(([, name = '', end = '']) => (end === '#' ? `${name}#` : name))
    .filter((key) => !NO_KEYS.has(key));

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\//g, '');

/** The files that make keys, with the keys that they make. */
const keysByFile = new Map(
  globSync('functions/**/*.ts', { cwd: ROOT })
    .map((path) => [path, withoutComments(readFileSync(join(ROOT, path), 'utf8'))] as const)
    .filter(([, text]) => /\b(pk|gsi\dpk|\w*[pP]artition|\w*SortKey)\b/.test(text))
    .map(([path, text]) => [path, keysIn(text, "'`")] as const),
);

const unique = (keys: readonly string[]): string[] => [...new Set(keys)].toSorted();

describe('the document of the table', () => {
  it('names every key of the code, and no other', () => {
    const known = unique([...keysByFile.values()].flat());
    expect(known.length).toBeGreaterThan(40);
    expect(unique(keysIn(DOCUMENT, '`'))).toEqual(known);
  });

  it('says of each where it is made', () => {
    const named = [...DOCUMENT.matchAll(/`(functions\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(named.filter((path) => (keysByFile.get(path) ?? []).length === 0)).toEqual([]);
  });
});
