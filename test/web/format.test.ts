import { describe, expect, it } from 'vitest';
import { formatCount } from '../../web/src/lib/format.ts';

describe('a count (specification §9)', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1049, '1.0K'],
    [12_345, '12.3K'],
    [1_000_000, '1000.0K'],
  ])('%i reads %s', (count, words) => {
    expect(formatCount(count)).toBe(words);
  });
});
