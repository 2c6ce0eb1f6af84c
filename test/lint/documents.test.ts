import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Names of the folders that git ignores. */
const ignored = new Set(
  read('.gitignore')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1)),
);

/** The project's folders, without ignored ones. */
const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
  .map((entry) => entry.name);

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).toSorted();

const NAMED = new RegExp(String.raw`(?<![\w/.@-])(?:${folders.join('|')})/[\w./*{},-]*[\w*}/]`, 'g');

/** Returns the project's paths in a text, including links, relative to the root. */
function pathsIn(document: string, text: string): string[] {
  const plain = text
    // `first-change.test.ts` checks the recipes; `spec-coverage.test.ts` the names of tests.
    .replaceAll(/^```diff\n[^]*?^```/gm, '')
    .replaceAll(/`[\w./-]+` ›/g, '')
    // Pictures contain line breaks after folders.
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

/** Returns the anchors of a document's headings, as GitHub generates them. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documents', () => {
  it('name existing paths only', () => {
    const missing = documents.flatMap((document) =>
      missingIn(document, read(document)).map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('name existing symbols: `NAME` in `path`', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/`(\w+)`\s+in\s+`([\w./-]+\.tsx?)`/g)]
        .filter(([, name = '', path = '']) => !exists(path) || !read(path).includes(name))
        .map(([place]) => `${document}: ${place}`),
    );
    expect(missing).toEqual([]);
  });

  it('link to existing headings only', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
        .filter(([, path = '', heading = '']) => {
          const target = path === '' ? document : posix.join(posix.dirname(document), path);
          return !headingsOf(read(target)).includes(heading);
        })
        .map(([link]) => `${document}: ${link}`),
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

  it('are checked in text, pictures and links', () => {
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

it('comments name existing files only', () => {
  const named = new RegExp(String.raw`\`((?:${folders.join('|')})/[\w./-]+\.(?:tsx?|md))\``, 'g');
  const code = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT });
  const missing = code.flatMap((path) =>
    [...read(path).matchAll(named)]
      .filter(([, file = '']) => !exists(file))
      .map(([place]) => `${path}: ${place}`),
  );
  expect(missing).toEqual([]);
});
