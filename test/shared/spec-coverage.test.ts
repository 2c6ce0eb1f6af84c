import { expect, it } from 'vitest';
import { readDocument, specCoverage } from '#test/support/runner/spec-coverage.ts';

const document = readDocument();
const coverage = specCoverage(document);

it('docs/specification.md lists the tests that name a sentence of the specification (npm run spec-coverage)', () => {
  expect(document).toBe(coverage.document);
  expect(document.split('\n').filter((line) => /^\| \d/.test(line)).length).toBeGreaterThan(80);
});

it('every sentence of the specification has a test, or a reason to have none', () => {
  expect(coverage.untested).toEqual([]);
});

it('tests name only sentences that docs/specification.md has', () => {
  expect(coverage.unknown).toEqual([]);
});
