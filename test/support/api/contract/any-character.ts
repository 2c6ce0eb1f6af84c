import fc from 'fast-check';

const [FIRST_SURROGATE, SURROGATES, LAST] = [0xd800, 0x800, 0x10ffff];

const fromIndex = (index: number): string =>
  String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);

function toIndex(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== text) throw new TypeError('Not one character');
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

/**
 * Any character of Unicode, for `fc.string`: the values of its own unit `binary`, without that one's table of a million
 * characters, which takes a second and 100 MB in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map(fromIndex, toIndex);
