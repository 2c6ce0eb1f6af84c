import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

/** Returns all source files of the project, relative to its root. */
const sources = (): string[] =>
  globSync('{bench,demo,functions,infra,lint,operate,scripts,shared,test,web}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });

/** Returns all import specifiers of a file: of values, types, re-exports and dynamic imports. */
function requestsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}

/** Resolves a specifier to a path from the root. Package names are returned unchanged. */
function pathOf(request: string, from: string): string {
  if (request.startsWith('.')) return posix.join(posix.dirname(from), request);
  return request.replace(/^#web\//, 'web/src/').replace(/^#/, '');
}

type Imports = ReadonlyMap<string, readonly string[]>;

let imports: Imports | undefined;

/** Returns the project's files, each with the project's files that it imports. They are read once, which takes seconds. */
export const importsOfAll = (): Imports => (imports ??= readImports());

function readImports(): Imports {
  const all = new Set(sources());
  const importsOf = (path: string): string[] =>
    requestsOf(path)
      .map((request) => pathOf(request, path))
      .filter((target) => all.has(target));
  return new Map([...all].map((path) => [path, importsOf(path)]));
}
