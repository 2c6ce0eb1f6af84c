import { describe, expect, it } from 'vitest';
import { candidatesOf, type WordList } from '#functions/word-index/word-lists.ts';

const complete = (...ids: string[]): WordList => ({ ids: new Set(ids), isComplete: true });
const cut = (...ids: string[]): WordList => ({ ids: new Set(ids), isComplete: false });

describe('candidate channels for all words', () => {
  it.each([
    ['of one list are all of it', [complete('a', 'b')], ['a', 'b']],
    ['of complete lists are in each of them', [complete('a', 'b', 'c'), complete('c', 'b', 'd')], ['b', 'c']],
    ['need not be in a list that was cut', [cut('x', 'y'), complete('a', 'y')], ['a', 'y']],
    ['are none when a complete list is empty', [cut('x', 'y'), complete()], []],
    [
      'of cut lists are those of most lists, then the others',
      [cut('a', 'b'), cut('b', 'c')],
      ['b', 'a', 'c'],
    ],
    ['of no list are none', [], []],
  ])('%s', (_, lists, expected) => {
    expect(candidatesOf(lists)).toEqual(expected);
  });
});
