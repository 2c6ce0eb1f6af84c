/** The table of screens, compared with what has to name each screen once more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREENS } from '#shared/plain/screens.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('each screen has a page', () => {
  const sources = ['web/src/app/router.tsx', 'web/src/app/rare-router.tsx', 'web/src/main.tsx']
    .map(read)
    .join();
  const hasPage = (name: string, path: string) =>
    path === '/' ||
    /^\/(embed|overlay)\//.test(path) ||
    new RegExp(`\\b(later|rare)\\(\\s*'${name}'|SCREENS\\.${name}\\b`).test(sources);
  const missing = Object.entries(SCREENS).filter(([name, path]) => !hasPage(name, path));
  expect(missing, 'Add a route for these to web/src/app/rare-router.tsx').toEqual([]);
});

it('docs/architecture.md has the table’s screens', () => {
  const [, table = ''] = /\n## Screens\n([^]*?)\n## /.exec(read('docs/architecture.md')) ?? [];
  const listed = [...table.matchAll(/^\| (\/.*?) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  const screens = Object.values(SCREENS).map((path) => path.replaceAll(/:\w+/g, '…'));
  const differing = [
    ...screens.filter((path) => !listed.includes(path)),
    ...listed.filter((path) => !screens.includes(path)),
  ];
  expect(differing, 'Add a row for these to the table of docs/architecture.md, or remove it').toEqual([]);
});
