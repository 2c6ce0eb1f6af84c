import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../web/src');

/** Sleep mode has a palette of its own. */
const PALETTES = ['features/sleep/dark-screen.tsx'];

const COMPONENTS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !PALETTES.includes(name))
  .map((name) => ({ name, code: readFileSync(join(SOURCES, name), 'utf8') }));

const uses = (pattern: RegExp): string[] =>
  COMPONENTS.flatMap(({ name, code }) => (code.match(pattern) ?? []).map((found) => `${name}: ${found}`));

it.each([
  ['colours', /#[0-9a-f]{6}(?:[0-9a-f]{2})?\b/g],
  ['levels', /(?<![\w-])z-(?:\d|\[)\S*/g],
  ['shadows', /(?<![\w-])shadow-(?:2xs|xs|sm|md|lg|xl|2xl|black)\b\S*/g],
  ['corners of cards', /(?<![\w-])rounded-lg\b/g],
  ["the bar's height", /(?<!\+)\b3\.5rem\b|(?<![\w-])(?:top|min-h)-14\b/g],
  [
    'sizes of controls for fingers',
    /(?<![\w-])(?:size|h|min-h)-(?:9|10)\b(?=[^"'`]*pointer-coarse:(?:size|h|min-h)-11)/g,
  ],
])('%s are tokens of theme.css', (_, literal) => {
  expect(uses(literal)).toEqual([]);
});

it('the styles of components need no importance', () => {
  expect(uses(/(?<=["'` ])[a-z][\w:[\]&>()/-]*!(?=["'` ])/g)).toEqual([
    // Full screen wins over the width of the window.
    'features/player/controls/control-bar.tsx: in-fullscreen:hidden!',
  ]);
});

/** `Menu` renders its list, moving pictures would differ each time, and the fields of the two forms are there by themselves. */
const WITHOUT_SPECIMEN = ['AppealForm', 'MenuList', 'MovingPictures', 'StreamFields'];

it('every component of web/src/ui is on the page /design', () => {
  const exported = COMPONENTS.filter(({ name }) => name.startsWith('ui/')).flatMap(({ code }) =>
    [...code.matchAll(/^export (?:function|const|class) ([A-Z][a-z]\w*)/gm)].map(([, name = '']) => name),
  );
  const folder = join(import.meta.dirname, '../../design');
  const page = readdirSync(folder)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const missing = exported.filter((name) => !new RegExp(`<${name}\\b`).test(page));
  expect(missing.toSorted()).toEqual(WITHOUT_SPECIMEN);
  expect(exported.length).toBeGreaterThan(40);
});

it('the site has nothing of that page', () => {
  const dist = join(import.meta.dirname, '../../web/dist/assets');
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const withPage = scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes('data-specimen'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(withPage).toEqual([]);
});
