import { describe, expect, it } from 'vitest';
import { lookalikeSkeletonsOf, usernameLike } from '#functions/base/text/look-alikes.ts';

const areConfusable = (one: string, other: string): boolean =>
  lookalikeSkeletonsOf(one).some((skeleton) => lookalikeSkeletonsOf(other).includes(skeleton));

describe('two names', () => {
  it.each([
    ['in two cases', 'Alice', 'ALICE'],
    ['with a capital I for an l', 'Alice', 'AIice'],
    ['with a 1 for an l', 'alice', 'a1ice'],
    ['with a 0 for an O', 'Osram', '0sram'],
    ['with rn for m', 'mia', 'rnia'],
    ['in Cyrillic', 'Ada', '\u0410d\u0430'],
    ['wholly in Cyrillic', 'pape', '\u0440\u0430\u0440\u0435'],
    ['in full width', 'Ada', '\uff21\uff44\uff41'],
    ['in mathematical letters', 'Ada', '\u{1d400}\u{1d41d}\u{1d41a}'],
    ['with a space more', 'Ada Lovelace', 'Ada  Lovelace'],
    ['with a joiner between', 'Ada', 'A\u200dda'],
    ['with an accent by itself', 'Zo\u00eb', 'Zoe\u0308'],
  ])('%s look alike', (_how, one, other) => {
    expect(areConfusable(one, other)).toBe(true);
    expect(areConfusable(other, one)).toBe(true);
  });

  it.each([
    ['Bill', 'Bili'],
    ['Muller', 'Müller'],
    ['fan 1', 'fan 2'],
    ['Ada', 'Ada L'],
    ['🌀 Ada', 'Ada'],
    ['Wind', 'Wund'],
  ])('%s and %s do not look alike', (one, other) => {
    expect(areConfusable(one, other)).toBe(false);
  });
});

it.each([
  ['\u0430d\u0430', 'ada'],
  ['mia', 'mia'],
  ['m\u0456a', 'mia'],
  ['Ada Lovelace', null],
  ['🌀', null],
])('%s could be mistaken for the username %s', (name, username) => {
  expect(usernameLike(name)).toBe(username);
});
