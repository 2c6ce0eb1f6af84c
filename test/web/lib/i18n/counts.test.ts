import { describe, expect, it } from 'vitest';
import { formatCount, viewersText } from '#web/lib/i18n/counts.ts';

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

describe('a number of viewers', () => {
  it.each([
    [0, '0 viewers'],
    [1, '1 viewer'],
    [2, '2 viewers'],
    [1200, '1.2K viewers'],
  ])('for %i is shown as %s', (count, text) => {
    expect(viewersText(count)).toBe(text);
  });
});
