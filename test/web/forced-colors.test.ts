import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../web/src');
const THEME = readFileSync(join(SOURCES, 'ui/theme.css'), 'utf8');
const CODE = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
  .join('\n');

/** The rules for the system's contrast colours. */
const RULES = /@media \(forced-colors: active\) \{.*?\n {2}\}\n/s.exec(THEME)?.[0] ?? '';

/** States that a menu or a message conveys beside the colour. */
const CONVEYED = ['aria-expanded', 'aria-invalid'];

it('every state that a background conveys has a contrast colour', () => {
  const styled = [...CODE.matchAll(/(?<![\w-])(aria-[a-z]+|aria-\[[a-z]+=[a-z]+\]):/g)].map(([, name = '']) =>
    name.replace(/^aria-\[(\w+)=\w+\]$/, 'aria-$1'),
  );
  const states = new Set(styled.filter((name) => !CONVEYED.includes(name)));
  expect([...states].toSorted()).toEqual(['aria-current', 'aria-pressed', 'aria-selected']);
  for (const state of states) expect(RULES).toContain(`[${state}='true']`);
});

it('no outline of the focus is removed where colours are forced', () => {
  expect(CODE).not.toMatch(/focus-visible:outline-none/);
});
