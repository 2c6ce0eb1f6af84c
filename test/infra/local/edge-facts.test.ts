import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EDGE_FACTS } from '#test/support/site/edge-facts.ts';

const ROOT = join(import.meta.dirname, '../../..');

it.each(EDGE_FACTS)('$what: has a source, and a test or the reason for none', ({ source, test, untried }) => {
  expect(source).not.toBe('');
  expect(test === undefined).toBe(untried !== undefined);
  const [path, name] = test ?? ['package.json', ''];
  expect(readFileSync(join(ROOT, path), 'utf8')).toContain(name);
});
