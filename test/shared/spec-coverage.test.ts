import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TEST = join(import.meta.dirname, '..');
const DOCUMENT = readFileSync(join(TEST, '../docs/spec-coverage.md'), 'utf8');

/** Each mention of a test: "`file` › name". */
const mentions = [...DOCUMENT.matchAll(/`([\w./-]+)` › (.+?)(?=<br>| \|)/g)].map(
  ([, file = '', name = '']) => ({
    file: join(TEST, `${file}.test.ts`),
    name,
  }),
);

/** Whether a test's name begins like this, in whichever quotes it is written. */
const has = (file: string, name: string): boolean =>
  existsSync(file) && ["'", '"', '`'].some((quote) => readFileSync(file, 'utf8').includes(quote + name));

it('the table of the specification names tests, and only ones that exist', () => {
  expect(mentions.length).toBeGreaterThan(100);
  expect(mentions.filter(({ file, name }) => !has(file, name))).toEqual([]);
});

it('the table says of every sentence what holds it', () => {
  const rows = DOCUMENT.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence'));
  expect(rows.length).toBeGreaterThan(80);
  const silent = rows.filter((row) => !/` › |comes? with/.test(row));
  expect(silent).toEqual([]);
});
