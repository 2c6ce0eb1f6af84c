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
