import { describe, expect, it } from 'vitest';
import { containsBlockedWord } from '#functions/chat/rooms/words/blocked-words.ts';

const isHeld = (text: string, ...words: string[]) => containsBlockedWord(text, words);

describe('a blocked word', () => {
  it.each([
    ['as it is', 'what a clunker that is'],
    ['in upper case', 'CLUNKER'],
    ['with accents', 'clünkér'],
    ['with marks that stand alone', 'clu\u0308nke\u0301r'],
    ['in Cyrillic letters that look alike', 'сlunkеr'],
    ['in full width', 'ｃｌｕｎｋｅｒ'],
    ['in mathematical letters', '𝓬𝓵𝓾𝓷𝓴𝓮𝓻'],
    ['with figures for letters', 'c1unk3r'],
    ['with signs for letters', 'c|unk€r'],
    ['apart', 'c l u n k e r'],
    ['apart by dots', 'c.l.u.n.k.e.r'],
    ['in two pieces', 'clun ker'],
    ['with what is not seen', 'clun\u200bk\u00ader'],
    ['with a picture in it', 'clun🌀ker'],
    ['stretched', 'cluuuunkerrrr'],
    ['beside a comma', 'you,clunker!'],
  ])('is found %s', (_, text) => {
    expect(isHeld(text, 'clunker')).toBe(true);
  });

  it.each(['clunkers are old', 'declunker', 'clunk her', 'a good fan', ''])('is not found in %j', (text) => {
    expect(isHeld(text, 'clunker')).toBe(false);
  });

  it('may have several words and accents', () => {
    expect(isHeld('It is a Bad  Fan indeed', 'bad fan')).toBe(true);
    expect(isHeld('bad old fan', 'bad fan')).toBe(false);
    expect(isHeld('mull', 'Müll')).toBe(true);
  });

  it('with a double letter differs from the one without', () => {
    expect(isHeld('good', 'god')).toBe(false);
    expect(isHeld('goooood', 'good')).toBe(true);
  });

  it('may be a number, which letters do not match', () => {
    expect(isHeld('call 455 now', '455')).toBe(true);
    expect(isHeld('455 people', 'ass')).toBe(false);
  });

  it('of punctuation only blocks nothing', () => {
    expect(isHeld('what?!', '?!')).toBe(false);
  });
});
