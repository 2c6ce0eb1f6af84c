import { describe, expect, it } from 'vitest';
import { countOf, formatCount } from '../../../web/src/lib/words/format.ts';

describe('a count (specification §9)', () => {
  // spec: 9.7
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1049, '1.0K'],
    [12_345, '12.3K'],
    [1_000_000, '1000.0K'],
  ])('%i is shown as %s', (count, words) => {
    expect(formatCount(count)).toBe(words);
  });
});

describe('a counted noun', () => {
  it.each([
    [0, '0 channels'],
    [1, '1 channel'],
    [2, '2 channels'],
    [1200, '1.2K channels'],
  ])('for %i is shown as %s', (count, words) => {
    expect(countOf(count, 'channel')).toBe(words);
  });

  it('accepts its own plural', () => {
    expect([1, 2].map((count) => countOf(count, 'category', 'categories'))).toEqual([
      '1 category',
      '2 categories',
    ]);
  });
});
