import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What git ignores, by name. */
const ignored = new Set(
  read('.gitignore')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1)),
);

/** Every folder of the project that holds something, in order. */
function foldersOfAll(): string[] {
  const exclude = (path: string) => ignored.has(posix.basename(path));
  const files = globSync('*/**/*.*', { cwd: ROOT, exclude });
  const folders = files.flatMap((path) => {
    const parts = dirname(path).split('/');
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
  });
  return [...new Set(folders)].filter((path) => !ignored.has(path)).toSorted();
}

const folders = foldersOfAll();
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).toSorted();

const NAMED = new RegExp(
  String.raw`(?<![\w/.@-])(?:${folders.filter((path) => !path.includes('/')).join('|')})/[\w./*{},-]*[\w*}/]`,
  'g',
);

/** Paths of the project that a text names, links that it holds included, as seen from its top. */
function pathsIn(document: string, text: string): string[] {
  const plain = text
    // The map has a test of its own; names of tests are held by another.
    .replaceAll(/^```text\n[^]*?^```/gm, '')
    .replaceAll(/`[\w./-]+` ›/g, '')
    // Pictures break lines behind folders.
    .replaceAll('/<br/>', '/');
  const links = [...plain.matchAll(/\]\(([^)#:]+)\)|src="([^":]+)"/g)].map(([, link, source]) =>
    posix.join(posix.dirname(document), link ?? source ?? ''),
  );
  return [...links, ...(plain.replaceAll(/\]\([^)]+\)/g, ']').match(NAMED) ?? [])];
}

/** `a/{b,c}` is two paths. */
function alternativesOf(path: string): string[] {
  const [, before, list, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(path) ?? [];
  return list?.split(',').flatMap((one) => alternativesOf(`${before}${one}${after}`)) ?? [path];
}

const exists = (path: string): boolean =>
  path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));

const missingIn = (document: string, text: string): string[] =>
  pathsIn(document, text)
    .flatMap(alternativesOf)
    .filter((path) => !exists(path));

describe('the documents', () => {
  it('name existing paths only', () => {
    const missing = documents.flatMap((document) =>
      missingIn(document, read(document)).map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('name existing npm commands only', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/\bnpm run (?:--?[\w-]+ )*([a-z][a-z-]*(?::[a-z]+)*)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in packageJson.scripts))
        .map((name) => `${document}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are checked in texts, pictures and links', () => {
    const text = `See \`shared/gone.ts\`, [this](gone.md), [that](runbook.md), and test/{lint,gone}/*.ts.
      a -->|"does<br/>web/src/<br/>gone.ts"| b; /api/shared/gone.ts and \`e2e/words\` are none.`;
    expect(missingIn('docs/some.md', text)).toEqual([
      'docs/gone.md',
      'shared/gone.ts',
      'test/gone/*.ts',
      'web/src/gone.ts',
    ]);
  });

  it('have a file for each arrow of the five pictures', () => {
    const pictures = [...read('docs/architecture.md').matchAll(/^```mermaid\n([^]*?)^```/gm)];
    expect(pictures).toHaveLength(5);
    const arrows = pictures.flatMap(([, picture = '']) => picture.match(/^.*-->.*$/gm) ?? []);
    expect(arrows.filter((arrow) => !/\.tsx?"\| /.test(arrow))).toEqual([]);
  });
});

/** How a line of the map begins: the spaces before its folder. What is set in further goes on with the line above. */
const MAX_INDENT = 6;

/** The folders that the README's map names: each at the beginning of its line, and those in it that the line tells of. */
function foldersOfMap(): string[] {
  const [, map = ''] = /^```text\n([^]*?)^```/m.exec(read('README.md')) ?? [];
  const path: string[] = [];
  return map.split('\n').flatMap((line) => {
    const [, indent = '', name, words = line] = /^( *)([\w-]+)\/ +(.*)$/.exec(line) ?? [];
    const isFolder = name !== undefined && indent.length <= MAX_INDENT;
    if (isFolder) path.splice(indent.length / 2, Infinity, name);
    const here = path.join('/');
    const inside = [...(isFolder ? words : line).matchAll(/(?<![\w/.-])([\w-]+)\/(?!\w)/g)];
    return [...(isFolder ? [here] : []), ...inside.map(([, room]) => `${here}/${room}`)];
  });
}

/** Tests are named as what they test, and features of the web as those of the API. */
const NAMESAKES: readonly (readonly [of: RegExp, floor: string])[] = [
  [/^test\/(?!web$)/, ''],
  [/^test\/web\//, 'web/src/'],
  [/^test\/web\//, 'web/src/features/'],
  [/^web\/src\/features\//, 'functions/'],
];

const isNamedElsewhere = (path: string): boolean =>
  NAMESAKES.some(([of, floor]) => of.test(path) && folders.includes(path.replace(of, floor)));

/** The web's folders begin a floor further in, and its features another one. */
const depthOf = (path: string): number => path.replace(/^web\/src\/(features\/)?/, 'web/').split('/').length;

describe("the README's map", () => {
  const map = foldersOfMap();

  it('names every folder down to the features', () => {
    const tree = folders.filter((path) => depthOf(path) <= 3 && !isNamedElsewhere(path));
    expect(tree.length).toBeGreaterThan(80);
    expect(tree.filter((path) => !map.includes(path))).toEqual([]);
  });

  it('names existing folders only, each once', () => {
    expect(map.filter((path, index) => !folders.includes(path) || map.indexOf(path) !== index)).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]*) \| [^|]*\|$/gm)];

  it('answers each requirement of levels 1 and 2 once', () => {
    // Of the 253 that version 5.0.0 has, 29 are of V10 and 7 of V17, which are answered together.
    expect(new Set(rows.map(([, id]) => id)).size).toBe(253 - 29 - 7);
    expect(rows).toHaveLength(253 - 29 - 7);
    expect(new Set(rows.map(([, , word]) => word))).toEqual(new Set(['met', 'not met', 'n/a']));
  });
});
