import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSpellings } from '#functions/word-index/spelling.ts';
import {
  channelWords,
  indexWordsOf,
  matches,
  MAX_CHANNEL_WORDS,
  MAX_WORD_LENGTH,
  queryWords,
  wordsOf,
} from '#functions/word-index/words.ts';
import { anyCharacter } from '#test/support/api/contract/any-character.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 60 });
const latin = fc.string({ unit: fc.constantFrom(...'aäbßcçdeéİıñöø 9_-'), maxLength: 40 });
const channel = fc.record({
  username: fc.stringMatching(/^\w{3,25}$/),
  display_name: fc.oneof(anyText, latin),
  title: fc.oneof(anyText, latin),
  game: fc.oneof(anyText, latin),
  tags: fc.array(latin, { maxLength: 5 }),
});

describe('the words of a text', () => {
  it.each([
    ['Ceiling Fans', ['ceiling', 'fans']],
    ['  Lüfter-Ventilator_2000!  ', ['lufter', 'ventilator', '2000']],
    ['Straße STRASSE strasse', ['strasse']],
    ['ﬁne ｆｉｎｅ', ['fine']],
    ['İstanbul istanbul ISTANBUL', ['istanbul']],
    ['ΟΔΟΣ οδος Οδός', ['οδοσ']],
    ['вентилятор Ёлка', ['вентилятор', 'елка']],
    ['扇風機 ファン', ['扇風機', 'ファン'.normalize('NFKD')]],
    ['مِروَحة', ['مروحة']],
    ['Łódź, Điện', ['lodz', 'dien']],
    ['don’t', ['dont']],
    ['मोर मार', ['मोर', 'मार']],
    ['🌀 fan 🌀fan', ['fan']],
    ['a.b,c', ['a', 'b', 'c']],
    ['— … !', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are unique letters and digits of bounded length, and stable when processed again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, latin), (text) => {
        const words = wordsOf(text);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
          expect([...word].length).toBeLessThanOrEqual(MAX_WORD_LENGTH);
        }
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('are equal in either case, composed or decomposed', () => {
    fc.assert(
      fc.property(latin, (text) => {
        const words = wordsOf(text);
        for (const same of [text.toUpperCase(), text.normalize('NFD'), text.normalize('NFC')])
          expect(wordsOf(same)).toEqual(words);
      }),
    );
  });
});

describe('the words of a channel', () => {
  it('are at most 40 and always contain the username', () => {
    fc.assert(
      fc.property(channel, (channel) => {
        const words = channelWords(channel);
        expect(words.length).toBeLessThanOrEqual(MAX_CHANNEL_WORDS);
        expect(words).toEqual(expect.arrayContaining(wordsOf(channel.username)));
      }),
    );
  });

  it('drop those of the title when there are too many', () => {
    const title = Array.from({ length: 60 }, (_, index) => `t${index}`).join(' ');
    const tags = ['quiet', 'brass', 'three speeds', 'oscillating', 'white'];
    const words = channelWords({ username: 'ada', display_name: 'Ada L', game: 'Box Fans', tags, title });
    expect(words).toHaveLength(40);
    expect(words.slice(0, 8)).toEqual(['ada', 'l', 'box', 'fans', 'quiet', 'brass', 'three', 'speeds']);
  });
});

describe('a long title without spaces', () => {
  it('is found by the words of its end', () => {
    const title =
      '昨日の夜に近所の大きな店で買った静音扇風機の音を朝まで聞きながら作業する配信とおまけの質問';
    const words = channelWords({ username: 'ada', display_name: 'Ada', game: 'Box Fans', tags: [], title });
    expect(matches(words, exactSpellings(['質問']))).toBe(true);
  });
});

describe('a query', () => {
  it('finds a channel by beginnings of its words in any order and case', () => {
    const beginnings = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 30 }), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(channel, beginnings, (channel, picks) => {
        const words = channelWords(channel);
        const query = picks.map(([index, length, isUpper]) => {
          const start = [...words[index % words.length]!].slice(0, length).join('');
          return isUpper ? start.toUpperCase() : start;
        });
        expect(matches(words, exactSpellings(queryWords(query.join(' '))))).toBe(true);
      }),
    );
  });

  it.each([
    ['fan', true],
    ['CEIL fan', true],
    ['fan ceiling', true],
    ['ans', false],
    ['fan tower', false],
    ['fansx', false],
  ])('%j finds Ceiling Fans: %s', (query, isFound) => {
    expect(matches(wordsOf('Ceiling Fans'), exactSpellings(queryWords(query)))).toBe(isFound);
  });

  it.each([
    ['扇風機', '静音扇風機の音', true],
    ['风扇', '静音风扇', true],
    ['풍기', '선풍기', true],
    ['เงียบ', 'พัดลมเงียบ', true],
    ['lodz', 'Łódź', true],
    ['dien', 'Điện', true],
    ['oeuvre', 'œuvre', true],
    ['oersted', 'Ørsted', true],
    ['orsted', 'Ørsted', true],
    ['luefter', 'Lüfter', true],
    ['dont', 'I don’t mind', true],
    ['don’t', 'I dont mind', true],
    ['air', 'l’air', true],
    ['strasse', 'Straße', true],
    ['hawaii', 'Hawaiʻi', true],
    ['80s', '80’s', true],
    ['cafes', 'cafe\u0301’s', true],
    ['מזגנים', 'מזג\u05f3נים', true],
    ['میخواهم', 'می\u200cخواهم', true],
    ['خواهم', 'می\u200cخواهم', true],
    ['كتاب', 'کتاب', true],
    ['مروحة', 'مـــروحة', true],
    ['ශ්රී', 'ශ්\u200dරී', true],
    ['辻堂', '辻\u{e0100}堂', true],
    ['ខ្មែរ', 'ភាសា\u200bខ្មែរ', true],
    ['cooperate', 'co\u00adoperate', true],
    ['मार', 'मोर', false],
    ['か', 'がく', false],
    ['風扇', '扇風', false],
  ])('%j finds %j: %s', (query, text, isFound) => {
    expect(matches(indexWordsOf(text), exactSpellings(queryWords(query)))).toBe(isFound);
  });

  it('looks each word up once', () => {
    expect(queryWords('fan Fans FAN fanatic')).toEqual(['fans', 'fanatic']);
  });
});
