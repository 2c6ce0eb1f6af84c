import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionsIn, textParts } from '#shared/base/text-parts.ts';

const links = (message: string) => textParts(message).flatMap(({ text, href }) => (href ? [text] : []));

describe('links in a text', () => {
  it.each([
    ['see https://example.com/fans?size=12#blades now', 'https://example.com/fans?size=12#blades'],
    ['(http://example.com/a).', 'http://example.com/a'],
    ['https://en.wikipedia.org/wiki/Fan_(machine), they say', 'https://en.wikipedia.org/wiki/Fan_(machine)'],
    ['(https://en.wikipedia.org/wiki/Fan_(machine))', 'https://en.wikipedia.org/wiki/Fan_(machine)'],
    ['https://example.com/g[1]', 'https://example.com/g[1]'],
    ['[https://example.com/g[1]].', 'https://example.com/g[1]'],
    ['https://example.com/?q={a}!', 'https://example.com/?q={a}'],
    ['"https://example.com"', 'https://example.com'],
    ['`https://example.com/a`', 'https://example.com/a'],
    ['HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A'],
    ['http://localhost:3000/@bob', 'http://localhost:3000/@bob'],
    ['https://bob:secret@example.com/a', 'https://bob:secret@example.com/a'],
    ['Here.https://example.com', 'https://example.com'],
  ])('%s', (message, link) => expect(links(message)).toEqual([link]));

  it.each([
    '詳細はhttps://example.com/a、そして',
    '「https://example.com/a」と言う',
    'https://example.com/a。次',
    'https://example.com/aを見て',
    '看https://example.com/a，谢谢',
    '看https://example.com/a谢谢',
    'https://example.com/a를 보세요',
    '（https://example.com/a）！',
    'انظر https://example.com/a، ثم',
    'https://example.com/a؟',
    'https://example.com/a؛',
    'https://example.com/aۓ',
    'राम https://example.com/a।',
    '“https://example.com/a”',
    '„https://example.com/a“',
    '‘https://example.com/a’',
    '«https://example.com/a»',
    '‹https://example.com/a›',
    '« https://example.com/a »',
    'https://example.com/a…',
    'https://example.com/a—so',
    'https://example.com/a→b',
    'https://example.com/a\u{1F300}',
    'https://example.com/a\u200f',
  ])('end before other scripts’ punctuation and words: %s', (message) =>
    expect(links(message)).toEqual(['https://example.com/a']),
  );

  it.each([
    'https://ja.wikipedia.org/wiki/扇風機',
    'https://ja.wikipedia.org/wiki/スティーブ・ジョブズ',
    'https://ar.wikipedia.org/wiki/مروحة_كهربائية',
    'https://de.wikipedia.org/wiki/Lüfter',
    'https://ru.wikipedia.org/wiki/Вентилятор',
    'https://it.wikipedia.org/wiki/L’Aquila',
    'https://ca.wikipedia.org/wiki/Col·lecció',
    'https://日本.jp/扇?風=機#上',
  ])('contain letters of all scripts: %s', (address) => {
    expect(links(`${address}`)).toEqual([address]);
    expect(links(`(${address}), ${address}。`)).toEqual([address, address]);
  });

  it('are apart where only punctuation divides them', () => {
    const two = ['https://a.example/b', 'https://c.example/d'];
    for (const sign of [',', ';', '|', '、', '・', '—']) expect(links(two.join(sign))).toEqual(two);
  });

  it.each(['https://example.comを見て', 'https://example.com。次', 'https://example.com（公式）'])(
    'have a host of their own: %s',
    (message) => expect(links(message)).toEqual(['https://example.com']),
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'www.example.com',
    'https://',
    'xhttps:/example.com',
    'ftp://a.b',
  ])('do not include %s', (message) => {
    expect(textParts(message)).toEqual([{ text: message }]);
  });

  it('keep every character, and use http and https only', () => {
    const word = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, size: 'small' }),
      fc.constantFrom(
        'https://',
        'http://[',
        ')',
        '.',
        ' ',
        '@',
        '@bob',
        '、',
        'ü',
        '\u{1F300}',
        'HTTPS://A.B',
        'javascript:',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const message = words.join('');
        const parts = textParts(message);
        expect(parts.map(({ text }) => text).join('')).toBe(message);
        expect(parts.every(({ href }) => href === undefined || /^https?:/.test(href))).toBe(true);
      }),
    );
  });
});

describe('mentions in a text', () => {
  it.each([
    ['@Bob, hi', ['bob']],
    ['hi (@BOB)!', ['bob']],
    ['“@bob”', ['bob']],
    ['こんにちは@bobさん、@ada。', ['bob', 'ada']],
    ['ל@bob', ['bob']],
    ['@bob@bob @bob', ['bob']],
    ['@ada/@bob', ['ada', 'bob']],
    ['hello...@bob.Thanks', ['bob']],
    ['https://example.com/a、@bob', ['bob']],
    ['https://example.com/a @bob', ['bob']],
    ['@a1 @abc @abd @abe @abf @abg @abh @abc', ['abc', 'abd', 'abe', 'abf', 'abg']],
  ])('of %s are %j', (message, names) => expect(mentionsIn(message)).toEqual(names));

  it.each([
    'bob',
    '@bo',
    `@${'b'.repeat(26)}`,
    '@bobü',
    'ü@bob',
    'u\u0308@bob',
    'me@bob',
    'jürgü@bob.de',
    'jürg+fan@bob.de',
    'jürg-@bob.de',
    'пример@bob.рф',
    '日本@bob.jp',
    'mailto:me@bob.de',
    '@me@bob.social @bob@fans.social',
    'https://tiktok.com/@bob',
    'https://tiktok.com/@bob/video/@bob?x=@bob#@bob',
    'tiktok.com/@bob',
    'www.youtube.com/@bob/videos',
    'fans.example:8080/@bob',
    'fans.example?by=@bob',
    '見て：tiktok.com/@bob',
    'ftp://fans.example/@bob',
    'tiktok/@bob',
    '//tiktok/@bob',
  ])('do not include %s', (message) => expect(mentionsIn(message)).toEqual([]));

  it('are found fast in long texts', () => {
    for (const text of ['a', 'a.', 'a@', '/', ')', '@bob', 'https://a.b/'])
      expect(mentionsIn(text.repeat(100_000 / text.length)).length).toBeLessThan(2);
  });
});
