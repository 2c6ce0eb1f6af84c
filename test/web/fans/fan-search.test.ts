import { describe, expect, it } from 'vitest';
import { filtersOf, queryOf, rangeWords, searchOf } from '#web/features/fans/find/fan-search.ts';

import { parseNumber } from '#web/lib/i18n/numbers.ts';

const search = (text: string) => new URLSearchParams(text);

describe('the fan filter', () => {
  it('converts between address, request and form', () => {
    const address = search('q=desk+king&year=1950..1970&diameter_cm=..30.5');
    expect(queryOf(address)).toEqual({ q: 'desk king', ranges: 'year:1950..1970,diameter_cm:..30.5' });
    const filters = filtersOf(address, 'us');
    expect(filters.ranges.diameter_cm).toEqual({ from: '', to: '12' });
    expect(searchOf(filters, 'us').toString()).toBe('q=desk+king&year=1950..1970&diameter_cm=..30.5');
    expect(rangeWords(address, 'us').map(({ words }) => words)).toEqual([
      'Year: 1950 to 1970',
      'Diameter: up to 12 in',
    ]);
  });

  it('drops invalid ranges', () => {
    expect(queryOf(search('year=..&watts=x..9&noise_dba=1e3..&rpm=1..2'))).toEqual({});
    const { ranges } = filtersOf(search(''), 'metric');
    const typed = { q: ' ', ranges: { ...ranges, watts: { from: 'many', to: '-3' } } };
    expect(searchOf(typed, 'metric').toString()).toBe('');
  });

  it('swaps reversed limits', () => {
    const { ranges } = filtersOf(search(''), 'metric');
    const typed = { q: '', ranges: { ...ranges, noise_dba: { from: '50', to: '30' } } };
    expect(searchOf(typed, 'metric').get('noise_dba')).toBe('30..50');
  });
});

it.each([
  ['1,450', 1450],
  ['12,5', 12.5],
  [' 38 ', 38],
  ['1,234,567.5', 1_234_567.5],
  ['', null],
  ['1 000', null],
  ['-5', null],
  ['1e3', null],
])('‘%s’ is entered for %s', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});
